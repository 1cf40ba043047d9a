package dev.baton.security;

import dev.baton.core.Groups;
import dev.baton.engine.Accounts;
import dev.baton.engine.Identities;
import jakarta.servlet.DispatcherType;
import java.util.Arrays;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
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

/** What may be reached, and by whom. Guards on arrows decide about moves; this decides about doors. */
@Configuration
class SecurityConfiguration {

    @Bean
    @Order(1)
    SecurityFilterChain doors(
            HttpSecurity http,
            SignIn signIn,
            ProblemWriter problems,
            Identities identities,
            Accounts accounts,
            EngineAccess engineAccess)
            throws Exception {
        http.securityMatcher(paths("/api/**", "/engine-rest/**", "/actuator/**"))
                .authenticationManager(
                        new ProviderManager(signIn)) // a provider would be asked twice, by its parent too
                .headers(ResponseHeaders::configure)
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS)
                        .sessionFixation(fixation -> fixation.none())) // the session is the pages' own
                .httpBasic(basic -> basic.authenticationEntryPoint(problems))
                .exceptionHandling(
                        errors -> errors.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .addFilterBefore(new SameSiteFilter(problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new BearerFilter(signIn, problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new WebappSessionFilter(signIn, accounts, problems), BasicAuthenticationFilter.class)
                .addFilterBefore(new TokenScopeFilter(problems), BasicAuthenticationFilter.class)
                .authorizeHttpRequests(
                        requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                                .permitAll()
                                .requestMatchers(paths("/actuator/health/**"))
                                .permitAll()
                                .requestMatchers(paths("/engine-rest/**"))
                                .access(engineAccess)
                                .requestMatchers(path(HttpMethod.PUT, "/api/lifecycles/**"))
                                .hasAuthority(Groups.ADMIN)
                                .requestMatchers(path(HttpMethod.POST, "/api/lifecycles/**"))
                                .hasAuthority(Groups.ADMIN)
                                .requestMatchers(path(HttpMethod.DELETE, "/api/tasks/**"))
                                .hasAnyAuthority(Groups.ADMIN, Groups.HUMAN)
                                .requestMatchers(path(HttpMethod.POST, "/api/tasks/cleanup"))
                                .hasAnyAuthority(Groups.ADMIN, Groups.HUMAN)
                                .anyRequest()
                                .authenticated());
        http.addFilterAfter(
                new EngineRestFilter(identities) {
                    @Override
                    protected boolean shouldNotFilter(jakarta.servlet.http.HttpServletRequest request) {
                        return !request.getRequestURI().startsWith("/engine-rest");
                    }
                },
                AuthorizationFilter.class);
        return http.build();
    }

    /** Camunda's web applications have sessions, a login and CSRF tokens of their own; the first-user setup stays shut. */
    @Bean
    @Order(2)
    SecurityFilterChain pages(
            HttpSecurity http, SignIn signIn, ProblemWriter problems, Accounts accounts, EngineAccess engineAccess)
            throws Exception {
        http.csrf(AbstractHttpConfigurer::disable)
                .headers(ResponseHeaders::configure)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .requestCache(AbstractHttpConfigurer::disable)
                .addFilterBefore(new WebSessionFilter(signIn, accounts), AuthorizationFilter.class)
                .exceptionHandling(errors -> errors.authenticationEntryPoint(problems::withoutChallenge)
                        .accessDeniedHandler(problems))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers(paths("/camunda/app/*/*/setup/**"))
                        .denyAll()
                        .requestMatchers(paths("/camunda/api/**"))
                        .access(engineAccess)
                        .requestMatchers(paths("/", "/favicon.ico", "/camunda", "/camunda/**", "/forms/**"))
                        .permitAll()
                        .requestMatchers(
                                paths("/openapi", "/openapi/**", "/openapi.yaml", "/swagger-ui.html", "/swagger-ui/**"))
                        .permitAll()
                        .anyRequest()
                        .denyAll());
        return http.build();
    }

    /** The web applications reach the same engine REST under a path of their own, and have some resources more. */
    @Bean
    FilterRegistrationBean<EngineRestFilter> webappEngineDoor(Identities identities) {
        FilterRegistrationBean<EngineRestFilter> door = new FilterRegistrationBean<>(new EngineRestFilter(identities));
        door.addUrlPatterns("/camunda/api/*");
        return door;
    }

    @Bean
    FilterRegistrationBean<EngineJsonFilter> engineJson(
            @Value("${baton.limits.json-depth}") int depth, ProblemWriter problems) {
        FilterRegistrationBean<EngineJsonFilter> filter =
                new FilterRegistrationBean<>(new EngineJsonFilter(depth, problems));
        filter.addUrlPatterns("/engine-rest/*", "/camunda/api/*");
        return filter;
    }

    @Bean
    FilterRegistrationBean<PagePolicyFilter> webappPolicy() {
        FilterRegistrationBean<PagePolicyFilter> policy = new FilterRegistrationBean<>(new PagePolicyFilter());
        policy.addUrlPatterns(PagePolicyFilter.PAGES + "*");
        policy.setOrder(0); // before Camunda's filters, which have none
        return policy;
    }

    /** A timer for every filter of every request is not worth what it costs; whole requests are timed anyway. */
    @Bean
    SecurityObservationSettings withoutTimersOnFilters() {
        return SecurityObservationSettings.noObservations();
    }

    /** Text that no database can keep stops here. */
    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedParameterValues(value -> value.indexOf(0) < 0);
        return firewall;
    }

    @Bean
    RequestRejectedHandler rejected(ProblemWriter problems) {
        return (request, response, e) -> problems.write(
                response,
                HttpStatus.BAD_REQUEST,
                "The request's address or headers hold characters that are not taken");
    }

    /** Whole paths: Camunda's REST and web applications are servlets beside Spring's, with paths of their own. */
    private static RequestMatcher paths(String... patterns) {
        return new OrRequestMatcher(
                Arrays.stream(patterns).map(p -> path(null, p)).toList());
    }

    private static RequestMatcher path(HttpMethod method, String pattern) {
        return PathPatternRequestMatcher.withDefaults().matcher(method, pattern);
    }
}
