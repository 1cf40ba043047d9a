package dev.baton.security;

import dev.baton.core.Groups;
import dev.baton.engine.identity.Accounts;
import dev.baton.engine.identity.Identities;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Decides who may call which paths; guards on arrows decide about moves. */
@Configuration
class SecurityConfiguration {

    @Bean
    @Order(1)
    SecurityFilterChain apiSecurity(
            HttpSecurity http,
            SignIn signIn,
            ProblemWriter problems,
            Identities identities,
            Accounts accounts,
            EngineAccess engineAccess,
            McpSettings mcp)
            throws Exception {
        http.securityMatcher(paths("/api/**", McpOriginFilter.PATH, "/engine-rest/**", "/actuator/**"))
                .authenticationManager(new ProviderManager(
                        signIn)) // as a provider it would be called twice, also by the parent manager
                .headers(ResponseHeaders::configure)
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable) // its path is none of these
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS)
                        .sessionFixation(fixation -> fixation.none())) // the session belongs to the web applications
                .httpBasic(basic -> basic.authenticationEntryPoint(problems))
                .exceptionHandling(
                        errors -> errors.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .addFilterBefore(new McpOriginFilter(mcp, problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new SameSiteFilter(problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new BearerFilter(signIn, problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new ApiSessionFilter(signIn, accounts, problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new TokenScopeFilter(problems), BasicAuthenticationFilter.class)
                .authorizeHttpRequests(requests -> authorize(requests, engineAccess));
        http.addFilterAfter(
                new EngineRestFilter(identities) {
                    @Override
                    protected boolean shouldNotFilter(HttpServletRequest request) {
                        return !request.getRequestURI().startsWith("/engine-rest");
                    }
                },
                AuthorizationFilter.class);
        return http.build();
    }

    private static void authorize(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests,
            EngineAccess engineAccess) {
        requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                .permitAll()
                .requestMatchers(paths("/actuator/health/**"))
                .permitAll()
                .requestMatchers(paths("/engine-rest/**"))
                .access(engineAccess)
                .requestMatchers(path(HttpMethod.PUT, "/api/lifecycles/**"))
                .hasAuthority(Groups.ADMIN)
                .requestMatchers(path(HttpMethod.POST, "/api/lifecycles/check"))
                .authenticated()
                .requestMatchers(path(HttpMethod.POST, "/api/lifecycles/**"))
                .hasAuthority(Groups.ADMIN)
                .requestMatchers(path(HttpMethod.DELETE, "/api/lifecycles/**"))
                .hasAuthority(Groups.ADMIN)
                .requestMatchers(path(HttpMethod.DELETE, "/api/tasks/**"))
                .hasAnyAuthority(Groups.ADMIN, Groups.HUMAN)
                .requestMatchers(path(HttpMethod.POST, "/api/tasks/cleanup"))
                .hasAnyAuthority(Groups.ADMIN, Groups.HUMAN)
                .anyRequest()
                .authenticated();
    }

    /** Camunda's web applications have their own sessions, login and CSRF tokens; the first-user setup is closed. */
    @Bean
    @Order(3)
    SecurityFilterChain webappSecurity(
            HttpSecurity http, SignIn signIn, ProblemWriter problems, Accounts accounts, EngineAccess engineAccess)
            throws Exception {
        http.csrf(AbstractHttpConfigurer::disable)
                .headers(ResponseHeaders::configure)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .requestCache(AbstractHttpConfigurer::disable)
                .addFilterBefore(new WebappUserFilter(signIn, accounts), AuthorizationFilter.class)
                .exceptionHandling(errors -> errors.authenticationEntryPoint(problems::withoutChallenge)
                        .accessDeniedHandler(problems))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers(paths("/camunda/app/*/*/setup/**"))
                        .denyAll()
                        .requestMatchers(paths("/camunda/api/**"))
                        .access(engineAccess)
                        .requestMatchers(paths("/favicon.ico", "/camunda", "/camunda/**", "/forms/**"))
                        .permitAll()
                        .requestMatchers(
                                paths("/openapi", "/openapi/**", "/openapi.yaml", "/swagger-ui.html", "/swagger-ui/**"))
                        .permitAll()
                        .anyRequest()
                        .denyAll());
        return http.build();
    }

    /** The web applications call the engine's REST under this path, and have some more resources. */
    @Bean
    FilterRegistrationBean<EngineRestFilter> webappEngineRest(Identities identities) {
        FilterRegistrationBean<EngineRestFilter> filter =
                new FilterRegistrationBean<>(new EngineRestFilter(identities));
        filter.addUrlPatterns("/camunda/api/*");
        return filter;
    }

    @Bean
    FilterRegistrationBean<EngineJsonFilter> engineJson(RequestLimits limits, ProblemWriter problems) {
        FilterRegistrationBean<EngineJsonFilter> filter =
                new FilterRegistrationBean<>(new EngineJsonFilter(limits.jsonDepth(), problems));
        filter.addUrlPatterns("/engine-rest/*", "/camunda/api/*");
        return filter;
    }

    @Bean
    FilterRegistrationBean<PagePolicyFilter> webappPolicy() {
        FilterRegistrationBean<PagePolicyFilter> policy = new FilterRegistrationBean<>(new PagePolicyFilter());
        policy.addUrlPatterns(PagePolicyFilter.PAGES + "*");
        policy.setOrder(0); // before Camunda's filters, which have no order
        return policy;
    }

    /** Timers for every filter cost too much; whole requests are timed anyway. */
    @Bean
    SecurityObservationSettings withoutTimersOnFilters() {
        return SecurityObservationSettings.noObservations();
    }

    /** PostgreSQL can't store the character 0. Headers are checked without the regular expressions of the default. */
    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedParameterValues(value -> value.indexOf(0) < 0);
        firewall.setAllowedHeaderNames(name -> name.indexOf('\t') < 0 && isWithoutControlCharacters(name));
        firewall.setAllowedHeaderValues(SecurityConfiguration::isWithoutControlCharacters);
        return firewall;
    }

    private static boolean isWithoutControlCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\t' || !Character.isDefined(c)) {
                return false;
            }
        }
        return true;
    }

    @Bean
    RequestRejectedHandler rejected(ProblemWriter problems) {
        return (request, response, e) -> problems.write(
                response,
                HttpStatus.BAD_REQUEST,
                "The request's address or headers have characters that are not allowed");
    }

    /** Matches whole paths, because Camunda's REST and web applications are servlets beside Spring's. */
    static RequestMatcher paths(String... patterns) {
        return new OrRequestMatcher(
                Arrays.stream(patterns).map(p -> path(null, p)).toList());
    }

    private static RequestMatcher path(HttpMethod method, String pattern) {
        return PathPatternRequestMatcher.withDefaults().matcher(method, pattern);
    }
}
