package dev.baton.api;

import dev.baton.core.Refusal.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.springframework.util.MultiValueMap;

/** Reads the query parameters of a request and collects what is wrong with them, to refuse it all at once. */
final class QueryParameters {

    private static final int MAX_VALUES = 100;
    private static final int MAX_TEXT = 255;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private final MultiValueMap<String, String> parameters;
    private final List<Fault> faults = new ArrayList<>();

    QueryParameters(MultiValueMap<String, String> parameters) {
        this.parameters = parameters;
    }

    List<Fault> faults() {
        return faults;
    }

    void fault(String name, String message) {
        faults.add(new Fault(name, message));
    }

    void refuseFaults() {
        if (!faults.isEmpty()) {
            throw new BadRequest(faults);
        }
    }

    /** @param repeatable those of the known ones that can be given several times */
    void demandKnown(Collection<String> known, Collection<String> repeatable) {
        parameters.forEach((name, values) -> {
            if (!known.contains(name)) {
                fault(name, "there is no such parameter; there are " + String.join(", ", known));
            } else if (values.size() > 1 && !repeatable.contains(name)) {
                fault(name, "it can be given once");
            }
        });
    }

    /** Null if the parameter is missing or blank. */
    String text(String name) {
        String value = parameters.getFirst(name);
        if (value == null || value.isBlank()) {
            return null;
        }
        if (!isText(value)) {
            fault(name, "it has at most " + MAX_TEXT + " characters and no control characters");
            return null;
        }
        return value.strip();
    }

    String known(String name, Collection<String> known) {
        String value = text(name);
        if (value != null) {
            demandKnown(name, Set.of(value), known, faults);
        }
        return value;
    }

    /** The values of a parameter that is given several times, or holds several values separated by commas. */
    Set<String> values(String name) {
        Set<String> values = new LinkedHashSet<>();
        parameters.getOrDefault(name, List.of()).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .forEach(values::add);
        if (values.size() > MAX_VALUES || !values.stream().allMatch(QueryParameters::isText)) {
            fault(
                    name,
                    "it has at most " + MAX_VALUES + " values of at most " + MAX_TEXT
                            + " characters, without control characters");
            return Set.of();
        }
        return values;
    }

    Set<String> knownValues(String name, Collection<String> known) {
        Set<String> values = values(name);
        demandKnown(name, values, known, faults);
        return values;
    }

    Boolean flag(String name) {
        String value = text(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            fault(name, "it is true or false");
        }
        return value == null ? null : Boolean.valueOf(value);
    }

    <E extends Enum<E>> E oneOf(String name, E[] values, E usual) {
        String value = text(name);
        if (value == null) {
            return usual;
        }
        for (E candidate : values) {
            if (EnumNames.lower(candidate).equals(value)) {
                return candidate;
            }
        }
        fault(name, unknown(value, Arrays.stream(values).map(EnumNames::lower).toList()));
        return usual;
    }

    int limit(int usual, int most) {
        Long value = number("limit", text("limit"), "it is a number from 1 to " + most);
        if (value == null) {
            return usual;
        }
        if (value < 1 || value > most) {
            fault("limit", "it is a number from 1 to " + most);
            return usual;
        }
        return value.intValue();
    }

    /** @param value null for none */
    Long number(String name, String value, String expected) {
        if (value == null) {
            return null;
        }
        if (!NUMBER.matcher(value).matches()) {
            fault(name, expected);
            return null;
        }
        return Long.valueOf(value);
    }

    /** Adds a fault for each value that is none of the known ones. */
    static void demandKnown(String name, Set<String> values, Collection<String> known, List<Fault> faults) {
        values.stream()
                .filter(value -> !known.contains(value))
                .forEach(value -> faults.add(new Fault(name, unknown(value, known))));
    }

    static String unknown(String value, Collection<String> known) {
        return "'" + value + "' is unknown; there are " + String.join(", ", known);
    }

    private static boolean isText(String value) {
        return value.length() <= MAX_TEXT && value.chars().noneMatch(Character::isISOControl);
    }
}
