package dev.baton.engine.diagram;

import dev.baton.engine.failure.EngineErrors;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in a sentence what the XML parser reports with the number of a rule of XML Schema. */
final class XmlSchemaMessage {

    private static final Map<Pattern, String> SENTENCES = new LinkedHashMap<>();

    static {
        sentence(
                "cvc-complex-type\\.4: Attribute '(.*?)' must appear on element '(.*?)'",
                "<$2> needs the attribute $1");
        sentence(
                "cvc-complex-type\\.3\\.2\\.\\d: Attribute '(.*?)' is not allowed to appear in element '(.*?)'",
                "<$2> can't have the attribute $1");
        sentence(
                "cvc-complex-type\\.2\\.4\\.a: Invalid content was found starting with element '(.*?)'\\. One of '(.*?)' is",
                "<$1> is at the wrong place or in the wrong order: here can only be $2");
        sentence(
                "cvc-complex-type\\.2\\.4\\.b: The content of element '(.*?)' is not complete\\. One of '(.*?)' is",
                "<$1> is not complete: it needs $2");
        sentence(
                "cvc-complex-type\\.2\\.4\\.c: .* declaration can be found for element '(.*?)'",
                "<$1> is no element of BPMN: elements of other tools belong into extensionElements");
        sentence(
                "cvc-complex-type\\.2\\.4\\.d: Invalid content was found starting with element '(.*?)'",
                "<$1> is at the wrong place, or one too many");
        sentence("cvc-complex-type\\.2\\.3: Element '(.*?)'.*", "<$1> can't have text of its own");
        sentence("cvc-id\\.2: .* ID value '(.*?)'", "the id '$1' is there twice");
        sentence("cvc-id\\.1: .* IDREF '(.*?)'", "something refers to '$1', which does not exist");
        sentence(
                "cvc-(?:datatype-valid|pattern-valid)\\S*: (?:Value )?'(.*?)' is not .*'(NCName|ID|QName)'.*",
                "'$1' can't be an id: letters, digits, '-', '_' and '.', and it does not begin with a digit");
        sentence("cvc-datatype-valid\\S*: '(.*?)' is not a valid value for '(.*?)'", "'$1' is no $2");
        sentence(
                "cvc-enumeration-valid: Value '(.*?)' is not facet-valid with respect to enumeration '\\[(.*?)]'",
                "'$1' is not one of $2");
        sentence("cvc-elt\\.1\\S*: Cannot find the declaration of element '(.*?)'", "<$1> is no element of BPMN");
    }

    /** A list of names as the parser writes it: {@code {"http://…":documentation, "http://…":flowNodeRef}}. */
    private static final Pattern NAMESPACE = Pattern.compile("\"[^\"]*\":|[{}]");

    private static final Pattern PLACE = Pattern.compile("(?:Fatal )?Error: URI=\\S+ Line=(\\d+): ");

    private XmlSchemaMessage() {}

    private static void sentence(String found, String sentence) {
        SENTENCES.put(Pattern.compile(found, Pattern.DOTALL), sentence);
    }

    static String of(String message) {
        for (Map.Entry<Pattern, String> sentence : SENTENCES.entrySet()) {
            Matcher found = sentence.getKey().matcher(message);
            if (found.lookingAt()) {
                String text = sentence.getValue();
                for (int i = found.groupCount(); i > 0; i--) {
                    text = text.replace("$" + i, plain(found.group(i)));
                }
                return text;
            }
        }
        return message.replaceFirst("^[\\w.-]+: ", "");
    }

    /** The error of a model's parser, with its line. */
    static String of(Throwable failure) {
        String message = EngineErrors.innermost(failure);
        Matcher place = PLACE.matcher(message);
        return place.lookingAt() ? "line " + place.group(1) + ": " + of(message.substring(place.end())) : message;
    }

    private static String plain(String text) {
        String names = text.startsWith("{\"") ? NAMESPACE.matcher(text).replaceAll("") : text;
        return names.length() > 300 ? names.substring(0, 300) + "…" : names;
    }
}
