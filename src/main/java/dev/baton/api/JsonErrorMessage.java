package dev.baton.api;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.stream.Collectors;

/** Describes an error in a JSON body without the names of Java types. */
final class JsonErrorMessage {

    private JsonErrorMessage() {}

    static String describe(JsonProcessingException e) {
        if (!(e instanceof JsonMappingException mapping)) {
            return "The body is not JSON that can be read: " + parserMessage(e);
        }
        String path = mapping.getPath().stream()
                .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
                .collect(Collectors.joining("."));
        return "The body can't be used" + (path.isEmpty() ? "" : " at '" + path + "'") + ": " + reason(mapping);
    }

    private static String reason(JsonMappingException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "there is no such field; there are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(", "));
        }
        if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "this has to be " + kind(mismatch.getTargetType());
        }
        return e.getCause() instanceof JsonProcessingException cause ? parserMessage(cause) : parserMessage(e);
    }

    /** What a value of that type is called. */
    static String kind(Class<?> type) {
        if (type == String.class) {
            return "text";
        }
        if (type == BigDecimal.class || type == Double.class || type == double.class) {
            return "a number";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive() && type != boolean.class) {
            return "a whole number that is not too large";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type.isRecord() || JsonNode.class.isAssignableFrom(type)
                ? "an object, and nothing after it"
                : "something else";
    }

    /** The parser's message without the names of its settings, and with the position. */
    private static String parserMessage(JsonProcessingException e) {
        String text = e.getOriginalMessage().lines().findFirst().orElse("").replaceAll(", from `[^`]*`", "");
        JsonLocation place = e.getLocation();
        return text.split(" \\(start marker| \\(code|: enable|: was expecting|: expected|`")[0]
                + (place == null || place.getLineNr() < 1
                        ? ""
                        : " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")");
    }
}
