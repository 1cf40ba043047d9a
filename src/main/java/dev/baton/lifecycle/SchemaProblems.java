package dev.baton.lifecycle;

import com.networknt.schema.JsonNodePath;
import com.networknt.schema.ValidationMessage;
import dev.baton.lifecycle.Schema.Problem;
import java.util.Arrays;

/** Translates the validator's messages into sentences for people; most of them are in schema-messages.properties. */
final class SchemaProblems {

    /** The pattern of text that is not blank. */
    static final String NOT_BLANK = "\\S";

    private SchemaProblems() {}

    static Problem of(ValidationMessage message) {
        boolean blank = message.getType().equals("pattern")
                && Arrays.asList(message.getArguments()).contains(NOT_BLANK);
        return new Problem(path(message.getInstanceLocation()), blank ? "must not be blank" : sentence(message));
    }

    /** Messages that a schema brings itself come with the place in front. */
    private static String sentence(ValidationMessage message) {
        String place = message.getInstanceLocation() + ": ";
        String text = message.getMessage();
        return text.startsWith(place) ? text.substring(place.length()) : text;
    }

    private static String path(JsonNodePath location) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < location.getNameCount(); i++) {
            Object element = location.getElement(i);
            path.append(element instanceof Integer index ? "[" + index + "]" : "." + element);
        }
        return path.toString();
    }
}
