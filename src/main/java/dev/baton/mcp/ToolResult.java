package dev.baton.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;

/** What a tool answers: an object, for programs as it is and for models as text. */
record ToolResult(ObjectNode content, boolean refused) {

    static ToolResult of(ObjectNode content) {
        return new ToolResult(content, false);
    }

    CallToolResult toMcp() {
        return CallToolResult.builder(
                        List.of(TextContent.builder(Json.text(content)).build()))
                .structuredContent(content)
                .isError(refused)
                .build();
    }
}
