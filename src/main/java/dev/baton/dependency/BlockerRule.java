package dev.baton.dependency;

import dev.baton.move.Rule;

/** A rule that does not let work go on while a blocker is unfinished. In states that such a rule guards, a task can wait. */
public interface BlockerRule extends Rule {}
