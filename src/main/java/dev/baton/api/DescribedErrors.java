package dev.baton.api;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The errors of every operation, for the description of the API; {@link ProblemHandler} answers them. */
final class DescribedErrors {

    private static final String PROBLEM_JSON = "application/problem+json";

    private static final Map<Integer, String> MEANINGS = new TreeMap<>(Map.of(
            400, "The request can't be understood; errors has the fields",
            401, "Not signed in",
            403, "Not for this caller, or not with this token",
            404, "There is no such task, lifecycle or other thing",
            409, "Not possible now: another state, a stale lease, an id or an idempotency key that is taken",
            413, "The body is too large",
            415, "Another media type is needed",
            422, "Something required is missing or wrong, or a rule of the lifecycle says no",
            429, "Too many wrong passwords or tokens",
            503, "The database is away, or the server is busy"));
    private static final int GONE = 410;

    private DescribedErrors() {}

    static void describe(OpenAPI api) {
        api.getComponents().addSchemas("Problem", problem()).addSchemas("ProblemError", error());
        MEANINGS.forEach(
                (status, meaning) -> api.getComponents().addResponses(name(status), response(status, meaning)));
        api.getComponents().addResponses(name(GONE), response(GONE, "Events after that number are no longer kept"));
        api.getPaths()
                .forEach((path, item) -> item.readOperationsMap()
                        .forEach((method, operation) -> statuses(path, method, operation)
                                .forEach(status -> operation
                                        .getResponses()
                                        .addApiResponse(
                                                String.valueOf(status), new ApiResponse().$ref(name(status))))));
    }

    private static List<Integer> statuses(String path, HttpMethod method, Operation operation) {
        List<Integer> statuses = new ArrayList<>();
        if (operation.getRequestBody() != null || operation.getParameters() != null) {
            statuses.add(400);
        }
        statuses.addAll(List.of(401, 403));
        if (path.contains("{")) {
            statuses.add(404);
        }
        if (method != HttpMethod.GET) {
            statuses.add(409);
        }
        if (path.equals("/api/events")) {
            statuses.add(GONE);
        }
        if (operation.getRequestBody() != null) {
            statuses.addAll(List.of(413, 415));
        }
        if (method != HttpMethod.GET) {
            statuses.add(422);
        }
        statuses.addAll(List.of(429, 503));
        return statuses;
    }

    static String name(int status) {
        return "Problem" + status;
    }

    private static ApiResponse response(int status, String meaning) {
        ApiResponse response = new ApiResponse()
                .description(meaning)
                .content(new Content()
                        .addMediaType(
                                PROBLEM_JSON,
                                new MediaType().schema(new Schema<>().$ref("#/components/schemas/Problem"))));
        if (status == 429 || status == 503) {
            response.addHeaderObject(
                    "Retry-After",
                    new Header().description("Seconds to wait").schema(DescribedSchemas.ofType("integer")));
        }
        return response;
    }

    private static Schema<?> problem() {
        Schema<?> problem = DescribedSchemas.ofType("object")
                .description("RFC 9457; a refused move says all reasons at once, and where the task could go instead");
        problem.addProperty("type", DescribedSchemas.ofType("string").format("uri-reference"));
        problem.addProperty("title", DescribedSchemas.ofType("string"));
        problem.addProperty("status", DescribedSchemas.ofType("integer").format("int32"));
        problem.addProperty("detail", DescribedSchemas.ofType("string"));
        problem.addProperty("instance", DescribedSchemas.ofType("string").format("uri-reference"));
        problem.addProperty("success", DescribedSchemas.ofType("boolean"));
        problem.addProperty(
                "errors",
                DescribedSchemas.ofType("array").items(new Schema<>().$ref("#/components/schemas/ProblemError")));
        problem.addProperty(
                "allowedTransitions", DescribedSchemas.ofType("array").items(DescribedSchemas.ofType("string")));
        return problem.required(List.of("type", "title", "status", "detail", "success", "errors"));
    }

    private static Schema<?> error() {
        Schema<?> error = DescribedSchemas.ofType("object");
        error.addProperty(
                "field",
                DescribedSchemas.ofType("string", "null").description("null if it is about the request as a whole"));
        error.addProperty("element", DescribedSchemas.ofType("string").description("of a diagram, instead of a field"));
        error.addProperty("message", DescribedSchemas.ofType("string"));
        return error.required(List.of("message"));
    }
}
