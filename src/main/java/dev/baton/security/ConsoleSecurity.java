package dev.baton.security;

import dev.baton.engine.identity.Accounts;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

/**
 * The console's pages need a session, which Camunda's web applications share; whoever has none is sent to the login page.
 * Its scripts and styles are open, because the login page uses them too.
 */
@Configuration
class ConsoleSecurity {

    private static final Pattern FILES = Pattern.compile("/(console|webjars/(lit-html|marked|dompurify))/.+");

    private static final Pattern PAGES =
            Pattern.compile("/|/login|/logout|/tasks|/tasks/[^/]+|/agents|/flow|/lifecycles|/lifecycles/[^/]+|/new");

    /** Whether the path is one of the console's pages or files. */
    static boolean isConsole(String path) {
        return PAGES.matcher(path).matches() || FILES.matcher(path).matches();
    }

    @Bean
    @Order(2)
    SecurityFilterChain consolePages(HttpSecurity http, SignIn signIn, ProblemWriter problems, Accounts accounts)
            throws Exception {
        http.securityMatcher(request -> isConsole(request.getRequestURI()))
                .csrf(AbstractHttpConfigurer::disable) // SameSiteFilter, and the session's token for signing out
                .headers(ResponseHeaders::configure)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .addFilterBefore(new SameSiteFilter(problems), AuthorizationFilter.class)
                .addFilterBefore(new WebappUserFilter(signIn, accounts), AuthorizationFilter.class)
                .exceptionHandling(errors -> errors.authenticationEntryPoint(ConsoleSecurity::toLogin)
                        .accessDeniedHandler(problems))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers(request ->
                                FILES.matcher(request.getRequestURI()).matches())
                        .permitAll()
                        .requestMatchers(SecurityConfiguration.paths("/login", "/logout"))
                        .permitAll()
                        .anyRequest()
                        .authenticated());
        return http.build();
    }

    /** Remembers the page that was asked for, so that a link from a chat leads to it. */
    private static void toLogin(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        String query = request.getQueryString();
        String wanted = request.getRequestURI() + (query == null ? "" : "?" + query);
        response.sendRedirect(
                wanted.equals("/") ? "/login" : "/login?to=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8));
    }
}
