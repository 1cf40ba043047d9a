package dev.baton.security;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.baton.json.StrictJsonFactory;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Applies the API's limits for JSON to Camunda's REST. Camunda's JSON parsers can't be configured, so each body is parsed
 * here first.
 */
final class EngineJsonFilter extends OncePerRequestFilter {

    private final StrictJsonFactory json;
    private final ProblemWriter problems;

    EngineJsonFilter(int depth, ProblemWriter problems) {
        this.json = new StrictJsonFactory(depth);
        this.problems = problems;
    }

    /** Includes every content type that Camunda's REST could take for JSON, also a missing one. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null
                && !type.toLowerCase(Locale.ROOT).contains("json")
                && !type.toLowerCase(Locale.ROOT).contains("javascript");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body = request.getInputStream().readAllBytes();
        String fault = fault(body);
        if (fault != null) {
            problems.write(response, HttpStatus.BAD_REQUEST, fault);
            return;
        }
        chain.doFilter(new BufferedRequest(request, body), response);
    }

    private String fault(byte[] body) throws IOException {
        try (JsonParser parser = json.createParser(body)) {
            while (parser.nextToken() != null) {
                continue; // the parser checks each token
            }
            return null;
        } catch (StrictJsonFactory.Refused e) {
            return "The body can't be used: " + e.getOriginalMessage();
        } catch (JsonProcessingException e) {
            return "The body is not JSON that can be read (line "
                    + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + ")";
        }
    }
}
