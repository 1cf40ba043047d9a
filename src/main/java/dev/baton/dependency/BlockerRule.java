package dev.baton.dependency;

import dev.baton.move.Rule;

/**
 * A rule that refuses a move while a blocker is unfinished. Tasks can wait for blockers in the states whose exits have such
 * a rule.
 */
public interface BlockerRule extends Rule {}
