package dev.baton.api;

import dev.baton.ledger.EventKinds;
import dev.baton.ledger.Flags;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What generators of clients need to know about types and the annotations of the controllers don't say. */
final class DescribedSchemas {

    private static final String REF = "#/components/schemas/";

    /** The properties of type {@code $ref} that can be null are marked so until {@link #describe} rewrites them. */
    static final String NULLABLE = "x-nullable-reference";

    private static final Map<String, List<String>> PARAMETER_VALUES = Map.of(
            "flag", Flags.ALL,
            "kind", List.copyOf(EventKinds.ALL),
            "view", List.of("summary", "full"));

    private DescribedSchemas() {}

    static Schema<?> ofType(String... types) {
        Schema<?> schema = new Schema<>(SpecVersion.V31);
        schema.setTypes(new LinkedHashSet<>(List.of(types)));
        return schema;
    }

    static void describe(OpenAPI api) {
        operations(api).forEach(operation -> {
            if (operation.getParameters() != null) {
                operation.getParameters().forEach(DescribedSchemas::addValues);
            }
            if (operation.getRequestBody() != null) {
                describeDiagrams(operation.getRequestBody().getContent());
            }
            operation.getResponses().values().forEach(response -> describeDiagrams(response.getContent()));
        });
        Set<String> sent = new HashSet<>();
        Set<String> answered = new HashSet<>();
        operations(api).forEach(operation -> {
            if (operation.getRequestBody() != null) {
                collect(api, operation.getRequestBody().getContent(), sent);
            }
            operation.getResponses().values().forEach(response -> collect(api, response.getContent(), answered));
        });
        answered.removeAll(sent);
        answered.forEach(name -> requireAll(api.getComponents().getSchemas().get(name)));
        api.getComponents().getSchemas().values().forEach(schema -> each(schema, DescribedSchemas::freeForm));
        operations(api)
                .flatMap(DescribedSchemas::contents)
                .forEach(type -> each(type.getSchema(), DescribedSchemas::freeForm));
        api.getComponents().getSchemas().values().forEach(schema -> each(schema, DescribedSchemas::nullableReferences));
    }

    private static Stream<Operation> operations(OpenAPI api) {
        return api.getPaths().values().stream().flatMap(item -> item.readOperations().stream());
    }

    private static Stream<MediaType> contents(Operation operation) {
        Stream<Content> sent = Stream.ofNullable(operation.getRequestBody()).map(body -> body.getContent());
        Stream<Content> answered = operation.getResponses().values().stream().map(response -> response.getContent());
        return Stream.concat(sent, answered)
                .filter(content -> content != null)
                .flatMap(content -> content.values().stream());
    }

    @SuppressWarnings("unchecked")
    private static void addValues(Parameter parameter) {
        List<String> values = "query".equals(parameter.getIn()) ? PARAMETER_VALUES.get(parameter.getName()) : null;
        if (values != null) {
            Schema<?> schema = parameter.getSchema();
            ((Schema<Object>) (schema.getItems() == null ? schema : schema.getItems()))
                    .setEnum(new ArrayList<>(values));
        }
    }

    /** Spring's bytes are XML as text, or the parts of a form. */
    private static void describeDiagrams(Content content) {
        if (content == null) {
            return;
        }
        content.forEach((name, type) -> {
            if (name.endsWith("xml")) {
                type.setSchema(ofType("string"));
            } else if (name.equals("multipart/form-data")) {
                Schema<?> form = ofType("object");
                form.addProperty("diagram", ofType("string").format("binary"));
                form.addProperty(
                        "schema", ofType("array").items(ofType("string").format("binary")));
                type.setSchema(form.required(List.of("diagram")));
            }
        });
    }

    private static void collect(OpenAPI api, Content content, Set<String> names) {
        if (content != null) {
            content.values().forEach(type -> each(type.getSchema(), schema -> collect(api, schema, names)));
        }
    }

    private static void collect(OpenAPI api, Schema<?> schema, Set<String> names) {
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(REF.length());
            if (names.add(name)) {
                each(api.getComponents().getSchemas().get(name), part -> collect(api, part, names));
            }
        }
    }

    /** An answer has all of its fields, unless its schema says which: what is not there is null. */
    private static void requireAll(Schema<?> schema) {
        if (schema.getProperties() != null && schema.getRequired() == null) {
            schema.setRequired(List.copyOf(schema.getProperties().keySet()));
        }
    }

    /** Generators take an object without properties for an empty one. */
    private static void freeForm(Schema<?> schema) {
        boolean object = schema.getTypes() != null && schema.getTypes().contains("object");
        if (object && schema.getProperties() == null && schema.getAdditionalProperties() == null) {
            schema.setAdditionalProperties(true);
        }
    }

    private static void nullableReferences(Schema<?> schema) {
        if (schema.getProperties() != null) {
            schema.getProperties()
                    .replaceAll((name, property) -> marked(property)
                            ? new Schema<>(SpecVersion.V31)
                                    .oneOf(List.of(new Schema<>().$ref(property.get$ref()), ofType("null")))
                            : property);
        }
    }

    private static boolean marked(Schema<?> property) {
        return property.get$ref() != null
                && property.getExtensions() != null
                && property.getExtensions().containsKey(NULLABLE);
    }

    /** The schema and those in it; not those that it refers to. */
    private static void each(Schema<?> schema, Consumer<Schema<?>> visitor) {
        if (schema == null) {
            return;
        }
        visitor.accept(schema);
        each(schema.getItems(), visitor);
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(property -> each(property, visitor));
        }
        if (schema.getAdditionalProperties() instanceof Schema<?> values) {
            each(values, visitor);
        }
        Stream.of(schema.getOneOf(), schema.getAllOf(), schema.getAnyOf())
                .filter(parts -> parts != null)
                .flatMap(Collection::stream)
                .forEach(part -> each(part, visitor));
    }
}
