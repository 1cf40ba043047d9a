package dev.baton.lifecycle;

import java.util.ArrayList;
import java.util.List;

/** Draws a lifecycle as a Mermaid {@code stateDiagram-v2}. */
public final class Mermaid {

    private Mermaid() {}

    public static String of(Lifecycle lifecycle) {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        lifecycle.states().forEach(s -> line(text, "state \"" + s.name() + "\" as " + id(s.name())));
        for (State state : lifecycle.states()) {
            StateNotes.of(state).forEach(note -> line(text, id(state.name()) + " : " + plain(note)));
        }
        lifecycle.initial().forEach(state -> line(text, "[*] --> " + id(state)));
        for (Transition t : lifecycle.transitions()) {
            String label = t.trigger() == null ? "" : ": " + label(t);
            line(text, id(t.from()) + " --> " + id(t.to()) + label);
        }
        lifecycle.states().stream().filter(State::terminal).forEach(s -> line(text, id(s.name()) + " --> [*]"));
        lifecycle.states().forEach(state -> notes(text, lifecycle, state));
        return text.toString();
    }

    /** What happens on the exits of a state is a note beside it, so that the arrows show the triggers only. */
    private static void notes(StringBuilder text, Lifecycle lifecycle, State state) {
        List<String> notes = new ArrayList<>();
        if (lifecycle.initial().contains(state.name())) {
            notes.addAll(StateNotes.ofExits(lifecycle, null));
        }
        notes.addAll(StateNotes.ofExits(lifecycle, state.name()));
        if (!notes.isEmpty()) {
            line(text, "note right of " + id(state.name()));
            notes.forEach(note -> line(text, "    " + plain(note)));
            line(text, "end note");
        }
    }

    private static String label(Transition t) {
        String name = plain(t.trigger());
        return switch (t.exit().kind()) {
            case TIMER -> name + " (timer)";
            case ERROR -> name + " (error)";
            default -> name;
        };
    }

    /** Names are the diagram's own: they end neither a line nor a note. */
    private static String plain(String text) {
        return text.replaceAll("[:;\\r\\n]", " ").replaceAll("(?i)end\\s+note", "end-note");
    }

    /** Mermaid does not allow hyphens in ids. */
    private static String id(String state) {
        return state.replace('-', '_');
    }

    private static void line(StringBuilder text, String line) {
        text.append("    ").append(line).append('\n');
    }
}
