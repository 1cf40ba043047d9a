package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Examples of the calls that are used most, for the description of the API: what is sent, and the answers by status. */
final class DescribedExamples {

    private static final String FILE = "/openapi-examples.json";
    private static final String REQUEST = "request";

    private DescribedExamples() {}

    static void describe(OpenAPI api) {
        JsonNode examples = read();
        api.getPaths().values().stream()
                .flatMap(item -> item.readOperations().stream())
                .filter(operation -> examples.has(operation.getOperationId()))
                .forEach(operation -> examples.get(operation.getOperationId())
                        .fields()
                        .forEachRemaining(e -> add(api, operation, e.getKey().split(" "), e.getValue())));
    }

    /** @param part {@code request} or a status, and a media type if the examples are for one only */
    private static void add(OpenAPI api, Operation operation, String[] part, JsonNode examples) {
        Content content = content(api, operation, part[0]);
        content.forEach((name, type) -> {
            if (part.length == 1 || part[1].equals(name)) {
                examples.fields()
                        .forEachRemaining(named ->
                                type.addExamples(named.getKey(), new Example().value(value(named.getValue()))));
            }
        });
    }

    /** A text is an example as it is, and not as JSON. */
    private static Object value(JsonNode example) {
        return example.isTextual() ? example.textValue() : example;
    }

    /** @param part {@code request} or a status */
    private static Content content(OpenAPI api, Operation operation, String part) {
        if (part.equals(REQUEST)) {
            return operation.getRequestBody().getContent();
        }
        ApiResponse response = operation.getResponses().get(part);
        if (response.get$ref() == null) {
            return response.getContent();
        }
        ApiResponse shared = api.getComponents().getResponses().get(DescribedErrors.name(Integer.parseInt(part)));
        Content own = new Content();
        shared.getContent()
                .forEach((name, type) -> own.addMediaType(
                        name, new io.swagger.v3.oas.models.media.MediaType().schema(type.getSchema())));
        operation
                .getResponses()
                .addApiResponse(
                        part,
                        new ApiResponse().description(shared.getDescription()).content(own));
        return own;
    }

    private static JsonNode read() {
        try (InputStream file = DescribedExamples.class.getResourceAsStream(FILE)) {
            return Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
