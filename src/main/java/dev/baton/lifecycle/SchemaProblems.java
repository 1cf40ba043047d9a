package dev.baton.lifecycle;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.baton.lifecycle.Schema.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Translates the validator's messages into sentences for people; most of them are in schema-messages.properties. */
final class SchemaProblems {

    /** The pattern of text that is not blank. */
    static final String NOT_BLANK = "\\S";

    private SchemaProblems() {}

    /** Without the formats of texts that do not match their pattern either: the pattern has the better sentence. */
    static Stream<Problem> of(List<Error> errors) {
        return errors.stream()
                .filter(error -> !error.getKeyword().equals("format") || !hasPatternError(error, errors))
                .map(SchemaProblems::of);
    }

    private static boolean hasPatternError(Error error, List<Error> errors) {
        return errors.stream()
                .anyMatch(other -> other.getKeyword().equals("pattern")
                        && other.getInstanceLocation().equals(error.getInstanceLocation()));
    }

    private static Problem of(Error error) {
        boolean blank = error.getKeyword().equals("pattern")
                && Arrays.asList(error.getArguments()).contains(NOT_BLANK);
        return new Problem(path(error.getInstanceLocation()), blank ? "must not be blank" : error.getMessage());
    }

    private static String path(NodePath location) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < location.getNameCount(); i++) {
            Object element = location.getElement(i);
            path.append(element instanceof Integer index ? "[" + index + "]" : "." + element);
        }
        return path.toString();
    }
}
