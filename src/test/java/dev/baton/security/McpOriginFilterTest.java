package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.core.StartupFailure;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Which values of Origin are accepted at /mcp. */
class McpOriginFilterTest {

    private final McpOriginFilter filter = new McpOriginFilter(
            new McpSettings(List.of("https://baton.example.org", "app://client")),
            new ProblemWriter(new ObjectMapper()));

    @Test
    void aSiteWhoseNameLeadsToThisServerIsRefused() throws ServletException, IOException {
        assertThat(status("http://evil.example:8080", "evil.example:8080")).isEqualTo(403);
        assertThat(status("http://127.0.0.1.evil.example:8080", "127.0.0.1.evil.example:8080"))
                .isEqualTo(403);
    }

    @Test
    void theServersOwnLoopbackAddressAndListedOriginsAreAccepted() throws ServletException, IOException {
        assertThat(status(null, "evil.example:8080")).isEqualTo(200);
        assertThat(status("http://127.0.0.1:8080", "127.0.0.1:8080")).isEqualTo(200);
        assertThat(status("http://localhost:8080", "localhost:8080")).isEqualTo(200);
        assertThat(status("http://[::1]:8080", "[::1]:8080")).isEqualTo(200);
        assertThat(status("https://baton.example.org", "baton.example.org")).isEqualTo(200);
        assertThat(status("app://client", "127.0.0.1:8080")).isEqualTo(200);
    }

    @Test
    void otherPagesOnThisMachineAreRefused() throws ServletException, IOException {
        assertThat(status("http://localhost:3000", "localhost:8080")).isEqualTo(403);
        assertThat(status("http://localhost:8080", "127.0.0.1:8080")).isEqualTo(403);
        assertThat(status("https://baton.example.org.evil.example", "baton.example.org"))
                .isEqualTo(403);
    }

    @Test
    void anOriginHasASchemeAndAHost() {
        for (String wrong : List.of("*", "example.org", "https://example.org/", "https://", "https://a b")) {
            assertThatThrownBy(() -> new McpSettings(List.of(wrong)))
                    .as(wrong)
                    .isInstanceOf(StartupFailure.class)
                    .hasMessageContaining("baton.mcp.origins");
        }
    }

    private int status(String origin, String host) throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/mcp");
        request.addHeader("Host", host);
        if (origin != null) {
            request.addHeader("Origin", origin);
        }
        MockHttpServletResponse response = new MockHttpServletResponse();
        filter.doFilter(request, response, new MockFilterChain());
        return response.getStatus();
    }
}
