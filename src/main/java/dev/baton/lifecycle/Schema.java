package dev.baton.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.regex.RegularExpression;
import dev.baton.json.StrictJsonFactory;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What an artifact has to look like. References to other documents are not followed: a schema stands on its own. */
public final class Schema {

    private static final int DEPTH = 64;
    private static final ObjectMapper JSON = new ObjectMapper(new StrictJsonFactory(DEPTH));
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(
            VersionFlag.V202012,
            builder -> builder.schemaLoaders(loaders -> loaders.add(iri -> {
                if (iri.toString().startsWith("classpath:draft/")) {
                    return null; // the JSON Schema standard itself comes with the library
                }
                throw new IllegalArgumentException("a schema can't refer to another document: " + iri);
            })));

    /** A dollar that is neither escaped nor one of a choice of characters. */
    private static final Pattern END = Pattern.compile("(?<!\\\\)\\$(?![^\\[]*\\])");

    private final JsonSchema schema;
    private final JsonNode node;

    private Schema(JsonNode node) {
        this.node = node;
        schema = FACTORY.getSchema(
                SchemaLocation.of("urn:artifact"),
                node,
                SchemaValidatorsConfig.builder()
                        .locale(Locale.ENGLISH)
                        .errorMessageKeyword("message")
                        .regularExpressionFactory(Schema::pattern)
                        .build());
        schema.initializeValidators();
    }

    /** @throws IllegalArgumentException when the text is no JSON Schema, with the reason */
    public static Schema parse(byte[] text) {
        try {
            JsonNode node = JSON.readTree(text);
            if (!node.isObject()) {
                throw new IllegalArgumentException("a schema is a JSON object");
            }
            var mistakes = FACTORY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                    .validate(node);
            if (!mistakes.isEmpty()) {
                throw new IllegalArgumentException(mistakes.iterator().next().getMessage());
            }
            return new Schema(node);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "not JSON: " + e.getMessage().lines().findFirst().orElse(""), e);
        }
    }

    /** In a schema {@code $} is the very end; to Java a last line break may follow. */
    private static RegularExpression pattern(String text) {
        Pattern pattern = Pattern.compile(END.matcher(text).replaceAll("\\\\z"));
        return value -> pattern.matcher(value).find();
    }

    /** What is wrong with a document, every reason at once; nothing if all is well. */
    public List<String> problems(JsonNode document) {
        return schema.validate(document).stream()
                .map(message -> message.getMessage().replaceFirst("^\\$[.:]? ?", ""))
                .sorted()
                .toList();
    }

    /** What people call it; null when the schema does not say. */
    public String title() {
        return node.path("title").asText(null);
    }

    /** The schema itself, for forms that are made from it. */
    public JsonNode json() {
        return node;
    }

    /** Whether the document is an object or a list, so that text has to be read as JSON first. */
    public boolean structured() {
        String type = node.path("type").asText("");
        return type.equals("object") || type.equals("array");
    }
}
