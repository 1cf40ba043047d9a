package dev.baton.lifecycle;

/** Draws a lifecycle as a Mermaid {@code stateDiagram-v2}. */
public final class Mermaid {

    private Mermaid() {}

    public static String of(Lifecycle lifecycle) {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        lifecycle.states().forEach(s -> line(text, "state \"" + s.name() + "\" as " + id(s.name())));
        for (State state : lifecycle.states()) {
            if (state.topic() != null) {
                line(text, id(state.name()) + " : work for " + plain(state.topic()));
            } else if (state.subtasks() != null) {
                line(
                        text,
                        id(state.name()) + " : subtasks of "
                                + plain(state.subtasks().lifecycle()));
            }
        }
        lifecycle.initial().forEach(state -> line(text, "[*] --> " + id(state)));
        for (Transition t : lifecycle.transitions()) {
            String label = t.trigger() == null ? "" : ": " + label(t);
            line(text, id(t.from()) + " --> " + id(t.to()) + label);
        }
        lifecycle.states().stream().filter(State::terminal).forEach(s -> line(text, id(s.name()) + " --> [*]"));
        return text.toString();
    }

    private static String label(Transition t) {
        String name = plain(t.trigger());
        return switch (t.exit().kind()) {
            case TIMER -> name + " (timer)";
            case ERROR -> name + " (error)";
            default -> name;
        };
    }

    private static String plain(String text) {
        return text.replaceAll("[:;\\r\\n]", " ");
    }

    /** Mermaid does not allow hyphens in ids. */
    private static String id(String state) {
        return state.replace('-', '_');
    }

    private static void line(StringBuilder text, String line) {
        text.append("    ").append(line).append('\n');
    }
}
