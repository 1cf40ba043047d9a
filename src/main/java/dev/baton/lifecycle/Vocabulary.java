package dev.baton.lifecycle;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The extension properties that a diagram can have, and the elements on which each of them means something. */
public final class Vocabulary {

    /** Elements that a property can stand on. */
    public enum Place {
        START_EVENT("start events"),
        ARROW("arrows"),
        TRIGGER("triggers"),
        MESSAGE_EVENT("message events"),
        WAIT_STATE("states in which a task waits"),
        USER_TASK("user tasks"),
        MULTI_INSTANCE("multi-instance user tasks"),
        SERVICE_TASK("service tasks that are states"),
        CALL_ACTIVITY("call activities"),
        MESSAGE_THROW("events that throw a message"),
        END_EVENT("end events");

        private final String words;

        Place(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * A property.
     *
     * @param values the values that it can have; empty if it has no fixed set
     */
    public record Word(String name, Set<Place> places, List<String> values, String meaning) {}

    private static final Set<Place> GUARDED =
            Set.of(Place.START_EVENT, Place.TRIGGER, Place.MESSAGE_EVENT, Place.END_EVENT);
    private static final Set<Place> MOVES = Set.of(Place.TRIGGER, Place.MESSAGE_EVENT);
    private static final Set<Place> ARROWS_AND_EVENTS = Set.of(Place.ARROW, Place.TRIGGER, Place.MESSAGE_EVENT);
    private static final Set<Place> STATES = Set.of(Place.WAIT_STATE, Place.SERVICE_TASK, Place.END_EVENT);
    private static final String[] YES_OR_NO = {"true", "false"};

    private static final List<Word> WORDS = List.of(
            word(
                    "actions",
                    Set.of(Place.TRIGGER),
                    "the decision that says for which actions an agent needs this trigger"),
            word("afterwards", Set.of(Place.END_EVENT), "a trigger that an ended task still takes"),
            word(
                    "blind",
                    Set.of(Place.MULTI_INSTANCE),
                    "records of the others that somebody sees only after doing their own part"),
            word("brings", Set.of(Place.CALL_ACTIVITY), "data of the children that the task gets"),
            word("cascade", Set.of(Place.CALL_ACTIVITY), "what running children do when the task leaves the state"),
            word("claim", MOVES, "whether claims for the next task take it", YES_OR_NO),
            word("clears", Set.of(Place.WAIT_STATE, Place.SERVICE_TASK), "data that is removed when the state is left"),
            word(
                    "collect",
                    ARROWS_AND_EVENTS,
                    "what is appended to which list in the task's data, such as approvers:actor"),
            word("count", ARROWS_AND_EVENTS, "fields of the task's data that are increased by one"),
            word("data", Set.of(Place.START_EVENT), "whether new tasks can bring undeclared data", "free"),
            word("except", GUARDED, "who may not take it, even if roles allows it"),
            word("fits", Set.of(Place.MULTI_INSTANCE), "rules for those who are given a part"),
            word("force", MOVES, "who may take it although somebody else holds the task"),
            word(
                    "gives",
                    Set.of(Place.CALL_ACTIVITY, Place.MESSAGE_THROW),
                    "data of the task that goes to its children, or with a message"),
            word("holds", STATES, "data that has to be there when the state is entered"),
            word("keeps", GUARDED, "which of the required artifacts stay in the task's data"),
            word(
                    "label",
                    Set.of(Place.TRIGGER, Place.MESSAGE_EVENT, Place.END_EVENT),
                    "what somebody does who takes it, for buttons"),
            new Word(
                    "lease",
                    Set.of(Place.TRIGGER, Place.MESSAGE_EVENT, Place.WAIT_STATE),
                    List.of("new", "keep", "pause", "held", "holder", "end"),
                    "who holds a task; new, keep and pause on states, held, holder, new and end on triggers"),
            word("list", Set.of(Place.USER_TASK), "the list in Tasklist that has it"),
            word("needs", GUARDED, "rules that have to hold"),
            word("on", MOVES, "when the server takes it", ArrowWords.BLOCKERS_FINISHED),
            word("reassign", Set.of(Place.MULTI_INSTANCE), "who may give a part to somebody else"),
            word("requires", GUARDED, "artifacts that come in the payload"),
            word("roles", GUARDED, "who may take it"),
            word("samePerson", Set.of(Place.MULTI_INSTANCE), "whether one person may do several parts", YES_OR_NO),
            word(
                    "satisfies",
                    Set.of(Place.END_EVENT),
                    "whether tasks that depend on this one are unblocked",
                    YES_OR_NO),
            word("state", STATES, "the name of the state"),
            word("taskName", Set.of(Place.USER_TASK), "what Tasklist calls it"),
            word("to", Set.of(Place.MESSAGE_THROW), "who gets the message: parent, children, blockers or task.<field>"),
            word("unreachable", STATES, "whether the state is declared although no arrow leads there", YES_OR_NO),
            word("within", MOVES, "whether a way back into the same state is no transition", YES_OR_NO),
            word("work", Set.of(Place.END_EVENT), "what the server does when the trigger in afterwards comes"));

    private static final int STEM = 4;

    private Vocabulary() {}

    private static Word word(String name, Set<Place> places, String meaning, String... values) {
        return new Word(name, places, List.of(values), meaning);
    }

    public static List<Word> words() {
        return WORDS;
    }

    static Optional<Word> find(String name) {
        return WORDS.stream().filter(word -> word.name().equals(name)).findFirst();
    }

    /** The known name that a misspelt one most likely stands for; empty if none is close. */
    static Optional<String> nearest(String name) {
        return nearest(name, WORDS.stream().map(Word::name).toList());
    }

    /** The one of the given names that differs from a name in a few letters, or begins with the same ones. */
    public static Optional<String> nearest(String name, List<String> names) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        int limit = Math.max(2, lower.length() / 3);
        return lower.length() > 64
                ? Optional.empty()
                : names.stream()
                        .filter(known -> distance(lower, known.toLowerCase(Locale.ROOT)) <= limit
                                || lower.length() >= STEM && known.startsWith(lower.substring(0, STEM)))
                        .min(Comparator.comparingInt(known -> distance(lower, known.toLowerCase(Locale.ROOT))));
    }

    /** What to say about a name that is no property; empty if it is one. */
    public static Optional<String> unknown(String name) {
        return find(name).isPresent()
                ? Optional.empty()
                : Optional.of("'" + name + "' is no property of a lifecycle: "
                        + nearest(name)
                                .map(nearest -> "did you mean '" + nearest + "'?")
                                .orElse("there are "
                                        + WORDS.stream().map(Word::name).collect(Collectors.joining(", "))
                                        + "; write properties of other tools with a prefix, as in acme:owner"));
    }

    /** What to say about a property at a place where it means nothing. */
    public static String misplaced(String name) {
        return "'" + name + "' has no meaning here; it is for "
                + find(name).orElseThrow().places().stream()
                        .sorted()
                        .map(Place::words)
                        .collect(Collectors.joining(" and "));
    }

    /** How many letters have to be added, removed or replaced to get from one text to the other. */
    private static int distance(String from, String to) {
        int[] before = new int[to.length() + 1];
        Arrays.setAll(before, i -> i);
        for (int i = 1; i <= from.length(); i++) {
            int[] now = new int[to.length() + 1];
            now[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(replaced, 1 + Math.min(before[j], now[j - 1]));
            }
            before = now;
        }
        return before[to.length()];
    }
}
