package dev.baton.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.i18n.DefaultMessageSource;
import com.networknt.schema.i18n.MessageSource;
import com.networknt.schema.i18n.ResourceBundleMessageSource;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.resource.MetaSchemaIdResolver;
import dev.baton.json.StrictJsonFactory;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The JSON schema of an artifact. References to other documents are not allowed. */
public final class Schema {

    private static final int DEPTH = 64;
    private static final ObjectMapper JSON = new ObjectMapper(new StrictJsonFactory(DEPTH));

    /** A dollar sign that is neither escaped nor inside a character class. */
    private static final Pattern END = Pattern.compile("(?<!\\\\)\\$(?![^\\[]*\\])");

    private static final MessageSource SENTENCES =
            new ResourceBundleMessageSource("schema-messages", DefaultMessageSource.BUNDLE_BASE_NAME);

    /** {@code labels} says what forms call the values of an enumeration; it decides nothing. */
    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
            .keyword(new NonValidationKeyword("labels"))
            .build();

    private static final SchemaRegistry ARTIFACTS = registry(SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .formatAssertionsEnabled(true)
            .errorMessageKeyword("message")
            .messageSource(SENTENCES)
            .regularExpressionFactory(Schema::pattern)
            .build());

    private static final com.networknt.schema.Schema META_SCHEMA = registry(SchemaRegistryConfig.builder()
                    .locale(Locale.ENGLISH)
                    .pathType(PathType.LEGACY)
                    .build())
            .getSchema(SchemaLocation.of(Dialects.getDraft202012().getId()));

    private final com.networknt.schema.Schema schema;
    private final JsonNode node;

    private Schema(JsonNode node) {
        this.node = node;
        schema = ARTIFACTS.getSchema(SchemaLocation.of("urn:artifact"), node);
        schema.initializeValidators();
    }

    private static SchemaRegistry registry(SchemaRegistryConfig config) {
        return SchemaRegistry.withDefaultDialect(
                DIALECT,
                builder -> builder.schemaRegistryConfig(config)
                        .schemaIdResolvers(resolvers -> resolvers.add(Schema::refuseOtherDocuments)));
    }

    /** Without it the library would read files from the class path. */
    private static AbsoluteIri refuseOtherDocuments(AbsoluteIri iri) {
        if (MetaSchemaIdResolver.getInstance().resolve(iri) == null) {
            throw new IllegalArgumentException("a schema can't refer to another document: " + iri);
        }
        return null; // the library finds the meta-schemas itself
    }

    /** @throws IllegalArgumentException if the text is not a JSON Schema, with the reason */
    public static Schema parse(byte[] text) {
        try {
            JsonNode node = JSON.readTree(text);
            if (!node.isObject()) {
                throw new IllegalArgumentException("a schema is a JSON object");
            }
            var mistakes = META_SCHEMA.validate(node);
            if (!mistakes.isEmpty()) {
                throw new IllegalArgumentException(mistakes.get(0).toString());
            }
            refuseBlankText(node);
            return new Schema(node);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) { // the library wraps what is wrong with a pattern
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    String.valueOf(cause.getMessage()).lines().findFirst().orElse(""), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "not JSON: " + e.getMessage().lines().findFirst().orElse(""), e);
        }
    }

    /** Text that has to have characters has to have others than spaces. */
    private static void refuseBlankText(JsonNode node) {
        if (node instanceof ObjectNode schema && schema.path("minLength").asInt() > 0 && !schema.has("pattern")) {
            schema.put("pattern", SchemaProblems.NOT_BLANK);
        }
        node.forEach(Schema::refuseBlankText);
    }

    /** In JSON Schema {@code $} matches only at the very end; in Java also before a final line break. */
    private static RegularExpression pattern(String text) {
        BoundedPattern pattern = BoundedPattern.compile(END.matcher(text).replaceAll("\\\\z"));
        return pattern::isFoundIn;
    }

    /**
     * What is wrong with a document.
     *
     * @param path where, such as {@code .steps[2].description}; empty for the document itself
     */
    public record Problem(String path, String message) {}

    /** All violations of the schema in a document; empty if it is valid. */
    public List<Problem> problems(JsonNode document) {
        try {
            return SchemaProblems.of(BoundedPattern.withBudget(() -> schema.validate(document)))
                    .sorted(Comparator.comparing(Problem::path).thenComparing(Problem::message))
                    .distinct()
                    .toList();
        } catch (BoundedPattern.TooSlow e) {
            return List.of(new Problem("", e.getMessage()));
        }
    }

    /** Null if the schema has no title. */
    public String title() {
        return node.path("title").asText(null);
    }

    /** The schema's text as JSON, for generated forms. */
    public JsonNode json() {
        return node;
    }

    /** Whether documents are objects or arrays, so that text in a form field has to be parsed as JSON. */
    public boolean structured() {
        String type = node.path("type").asText("");
        return type.equals("object") || type.equals("array");
    }
}
