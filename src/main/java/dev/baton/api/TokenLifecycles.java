package dev.baton.api;

import dev.baton.core.Refusal;
import dev.baton.move.Tasks;
import dev.baton.security.ApiToken;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses calls that an API token with restricted lifecycles is not for. Calls without a lifecycle, and calls that are not
 * listed here, are refused, too.
 */
@Component
class TokenLifecycles implements HandlerInterceptor, WebMvcConfigurer {

    /** Their controllers, and {@link ApiCalls} for MCP, call {@link #demand} with the lifecycle in the body. */
    private static final Set<String> IN_BODY =
            Set.of("POST /api/tasks", "POST /api/claims", "POST /mcp", "GET /mcp", "DELETE /mcp");

    private static final Set<String> IN_QUERY = Set.of("GET /api/tasks", "GET /api/tasks/count", "GET /api/events");

    private static final String TASK = "/api/tasks/{id}";
    private static final String LIFECYCLE = "/api/lifecycles/{key}";

    private final Tasks tasks;

    TokenLifecycles(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        ApiToken.current().filter(token -> token.lifecycles() != null).ifPresent(token -> check(token, request));
        return true;
    }

    /** Refuses the current token if it is not for this lifecycle. */
    static void demand(String lifecycle) {
        ApiToken.current().ifPresent(token -> demand(token, lifecycle));
    }

    /** Refuses the current token if it is not for the lifecycle of this task. */
    void demandOfTask(String id) {
        ApiToken.current()
                .filter(token -> token.lifecycles() != null)
                .ifPresent(token -> demand(token, tasks.get(id).lifecycle()));
    }

    /** Refuses the current token if it is for some lifecycles and not all that a list is about are among them. */
    static void demandNamed(List<String> lifecycles) {
        ApiToken.current()
                .filter(token -> token.lifecycles() != null)
                .ifPresent(token -> demandNamed(token, lifecycles));
    }

    /** The lifecycles that the current token is for. */
    static Predicate<String> allowed() {
        Optional<ApiToken> token = ApiToken.current();
        return lifecycle -> token.isEmpty() || token.get().isFor(lifecycle);
    }

    private void check(ApiToken token, HttpServletRequest request) {
        String route = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        String call = (request.getMethod().equals("HEAD") ? "GET" : request.getMethod()) + " " + route;
        if (under(route, TASK)) {
            demand(token, tasks.get(variable(request, "id")).lifecycle());
        } else if (under(route, LIFECYCLE)) {
            demand(token, variable(request, "key"));
        } else if (IN_QUERY.contains(call)) {
            String[] named = request.getParameterValues("lifecycle");
            demandNamed(token, named == null ? List.of() : each(named));
        } else if (!IN_BODY.contains(call)) {
            throw refusal("This API token is for tasks of " + names(token) + " only");
        }
    }

    /** A parameter can hold several values, separated by commas. */
    private static List<String> each(String... values) {
        return Arrays.stream(values)
                .flatMap(value -> Arrays.stream(value.split(",")))
                .toList();
    }

    private static void demandNamed(ApiToken token, List<String> lifecycles) {
        if (lifecycles.isEmpty()) {
            throw refusal(
                    "This API token is for some lifecycles: add the parameter lifecycle with one of " + names(token));
        }
        lifecycles.forEach(lifecycle -> demand(token, lifecycle));
    }

    private static void demand(ApiToken token, String lifecycle) {
        if (!token.isFor(lifecycle)) {
            throw refusal("This API token is not for the lifecycle '" + lifecycle + "' but for " + names(token));
        }
    }

    private static boolean under(String route, String parent) {
        return route.equals(parent) || route.startsWith(parent + "/");
    }

    private static String names(ApiToken token) {
        return String.join(", ", token.lifecycles());
    }

    private static Refusal refusal(String message) {
        return new Refusal(Refusal.Reason.FORBIDDEN, "lifecycle", message);
    }

    @SuppressWarnings("unchecked")
    private static String variable(HttpServletRequest request, String name) {
        return ((Map<String, String>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)).get(name);
    }
}
