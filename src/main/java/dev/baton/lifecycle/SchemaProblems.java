package dev.baton.lifecycle;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.baton.lifecycle.Schema.Problem;
import java.util.Arrays;

/** Translates the validator's messages into sentences for people; most of them are in schema-messages.properties. */
final class SchemaProblems {

    /** The pattern of text that is not blank. */
    static final String NOT_BLANK = "\\S";

    private SchemaProblems() {}

    static Problem of(Error error) {
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
