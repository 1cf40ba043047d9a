package dev.baton.security;

import dev.baton.engine.Identities;
import jakarta.servlet.DispatcherType;
import java.util.Arrays;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
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
class SecuritySettings {

    @Bean
    @Order(1)
    SecurityFilterChain doors(
            HttpSecurity http, SignIn signIn, ProblemWriter problems, Identities identities, EngineAccess engineAccess)
            throws Exception {
        http.securityMatcher(paths("/api/**", "/engine-rest/**", "/actuator/**"))
                .authenticationProvider(signIn)
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
                .addFilterBefore(new PageSessionFilter(signIn, problems), BasicAuthenticationFilter.class)
                .authorizeHttpRequests(
                        requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                                .permitAll()
                                .requestMatchers(paths("/actuator/health/**"))
                                .permitAll()
                                .requestMatchers(paths("/engine-rest/**"))
                                .access(engineAccess)
                                .requestMatchers(paths("/api/tokens/**"))
                                .hasAuthority(Identities.ADMIN)
                                .requestMatchers(path(HttpMethod.PUT, "/api/lifecycles/**"))
                                .hasAuthority(Identities.ADMIN)
                                .requestMatchers(path(HttpMethod.POST, "/api/lifecycles/**"))
                                .hasAuthority(Identities.ADMIN)
                                .requestMatchers(path(HttpMethod.DELETE, "/api/tasks/**"))
                                .hasAnyAuthority(Identities.ADMIN, Identities.HUMAN)
                                .requestMatchers(path(HttpMethod.POST, "/api/tasks/cleanup"))
                                .hasAnyAuthority(Identities.ADMIN, Identities.HUMAN)
                                .anyRequest()
                                .authenticated());
        http.addFilterAfter(
                new EngineDoorFilter(identities) {
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
    SecurityFilterChain pages(HttpSecurity http, SignIn signIn, ProblemWriter problems, EngineAccess engineAccess)
            throws Exception {
        http.csrf(AbstractHttpConfigurer::disable)
                .headers(ResponseHeaders::configure)
                .addFilterBefore(new WebappSessionFilter(signIn), AuthorizationFilter.class)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .requestCache(AbstractHttpConfigurer::disable)
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
    FilterRegistrationBean<EngineDoorFilter> webappEngineDoor(Identities identities) {
        FilterRegistrationBean<EngineDoorFilter> door = new FilterRegistrationBean<>(new EngineDoorFilter(identities));
        door.addUrlPatterns("/camunda/api/*");
        return door;
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
