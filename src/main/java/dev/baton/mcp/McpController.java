package dev.baton.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoint of MCP's streamable HTTP, without sessions and streams: every POST has one JSON-RPC message and is answered
 * with JSON. GET and DELETE are 405.
 */
@RestController
class McpController {

    private static final int ID_LENGTH = 255;

    private final McpTransport transport;
    private final McpJsonMapper json;

    McpController(McpTransport transport, McpJsonMapper json) {
        this.transport = transport;
        this.json = json;
    }

    @PostMapping(path = "/mcp", consumes = MediaType.APPLICATION_JSON_VALUE)
    Object post(
            @AuthenticationPrincipal Actor actor,
            @RequestHeader(name = "MCP-Protocol-Version", required = false) String version,
            @RequestBody JsonNode message) {
        if (version != null && !transport.protocolVersions().contains(version)) {
            throw bad("This version of the protocol is not supported; there are "
                    + String.join(", ", transport.protocolVersions()));
        }
        String method = message.path("method").textValue();
        if (!message.path("jsonrpc").asText().equals(McpSchema.JSONRPC_VERSION) || method == null) {
            throw bad("The body has to be one request or notification of JSON-RPC 2.0");
        }
        if (!message.has("id")) {
            transport.notification(method, message.get("params"), actor);
            return ResponseEntity.accepted().build();
        }
        CompletableFuture<ResponseEntity<byte[]>> answer = transport
                .request(id(message.get("id")), method, message.get("params"), actor)
                .thenApply(this::response);
        return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : answer;
    }

    /** A stream of the server's own, or the end of a session: clients ask whether there is one. */
    @RequestMapping(
            path = "/mcp",
            method = {RequestMethod.GET, RequestMethod.DELETE})
    ResponseEntity<ProblemDetail> neitherStreamsNorSessions() {
        return ResponseEntity.status(HttpStatus.METHOD_NOT_ALLOWED)
                .allow(HttpMethod.POST)
                .body(ProblemDetail.forStatusAndDetail(
                        HttpStatus.METHOD_NOT_ALLOWED, "There are no streams and no sessions; send requests by POST"));
    }

    private static Object id(JsonNode id) {
        if (id.isTextual() && id.textValue().length() <= ID_LENGTH) {
            return id.textValue();
        }
        if (!id.isIntegralNumber() || !id.canConvertToLong()) {
            throw bad("The id of a request has to be a whole number or text of at most " + ID_LENGTH + " characters");
        }
        return id.longValue();
    }

    private ResponseEntity<byte[]> response(JSONRPCResponse response) {
        try {
            return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json.writeValueAsBytes(response));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ErrorResponseException bad(String detail) {
        return new ErrorResponseException(
                HttpStatus.BAD_REQUEST, ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail), null);
    }
}
