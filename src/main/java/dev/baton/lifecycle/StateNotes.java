package dev.baton.lifecycle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Short sentences about a state and its exits, for the pictures and pages of a lifecycle. */
public final class StateNotes {

    private StateNotes() {}

    /** Of the state itself: what it waits for, and how its parts and subtasks are done. */
    public static List<String> of(State state) {
        List<String> notes = new ArrayList<>();
        if (state.waitsFor() == State.Waits.TIME) {
            notes.add("waits for a timer");
        }
        if (state.topic() != null) {
            notes.add("work for " + state.topic());
        }
        if (state.subtasks() != null) {
            notes.addAll(of(state.subtasks()));
        }
        if (state.isMultiInstance()) {
            notes.addAll(of(state.multiInstance()));
        }
        return notes;
    }

    private static List<String> of(State.Subtasks subtasks) {
        List<String> notes = new ArrayList<>();
        String each = subtasks.list() == null ? "" : ", one for each of " + subtasks.list();
        notes.add("subtasks of " + subtasks.lifecycle() + each);
        if (!subtasks.gives().isEmpty()) {
            notes.add("they get " + String.join(", ", subtasks.gives()));
        }
        if (!subtasks.brings().isEmpty()) {
            notes.add("they bring " + String.join(", ", subtasks.brings()));
        }
        if (subtasks.cascade() != null) {
            notes.add("if the task leaves earlier, " + subtasks.cascade() + " for each of them");
        }
        return notes;
    }

    private static List<String> of(State.MultiInstance parts) {
        List<String> notes = new ArrayList<>();
        notes.add(
                parts.participantsField() == null
                        ? "several parts"
                        : "a part for each of " + parts.participantsField());
        if (parts.samePerson()) {
            notes.add("one person may do several parts");
        }
        if (!parts.blind().isEmpty()) {
            notes.add("blind for " + String.join(", ", parts.blind()) + " until one's own part is done");
        }
        return notes;
    }

    /** Of the exits of a state: what takes them besides callers, and what happens on them. */
    static List<String> ofExits(Lifecycle lifecycle, String state) {
        List<String> notes = new ArrayList<>();
        for (Exit exit : lifecycle.exits(state)) {
            ArrowWords words = lifecycle.words(exit.element());
            String name = exit.trigger() == null ? "the way out" : "'" + exit.trigger() + "'";
            if (Boolean.TRUE.equals(words.claim())) {
                notes.add(name + " is what claims take");
            }
            if (words.onBlockersFinished()) {
                notes.add(name + " is taken when the last blocker has finished");
            }
            phrases(lifecycle, state, exit).forEach(phrase -> notes.add(name + " " + phrase));
        }
        return notes;
    }

    /** What happens on some of the paths only is said with the states that they lead to. */
    private static List<String> phrases(Lifecycle lifecycle, String state, Exit exit) {
        Map<String, Set<String>> byPhrase = new LinkedHashMap<>();
        Set<String> targets = new LinkedHashSet<>();
        for (Transition transition : lifecycle.transitionsOf(state, exit)) {
            targets.add(transition.to());
            transition
                    .effects()
                    .phrases()
                    .forEach(phrase -> byPhrase.computeIfAbsent(phrase, p -> new LinkedHashSet<>())
                            .add(transition.to()));
        }
        List<String> phrases = new ArrayList<>();
        byPhrase.forEach((phrase, to) ->
                phrases.add(to.equals(targets) ? phrase : phrase + " on the way to " + String.join(" or ", to)));
        if (targets.isEmpty()) {
            phrases.addAll(lifecycle.staying(exit).phrases());
        }
        return phrases;
    }
}
