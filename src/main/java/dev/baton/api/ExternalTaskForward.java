package dev.baton.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Brings calls of Camunda's external task clients, which the allow list has let through, to {@link ExternalTaskController}:
 * the engine itself has no external tasks.
 */
@Configuration(proxyBeanMethods = false)
class ExternalTaskForward {

    private static final String PATH = "/engine-rest/external-task/";

    @Bean
    FilterRegistrationBean<OncePerRequestFilter> externalTasks() {
        FilterRegistrationBean<OncePerRequestFilter> filter = new FilterRegistrationBean<>(new OncePerRequestFilter() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws ServletException, IOException {
                String uri = request.getRequestURI();
                if (uri.startsWith(PATH) && request.getMethod().equals("POST")) {
                    String call = uri.substring(PATH.length());
                    request.getRequestDispatcher(ExternalTaskController.PATH + "/" + call)
                            .forward(request, response);
                } else {
                    chain.doFilter(request, response);
                }
            }
        });
        filter.addUrlPatterns(PATH + "*");
        return filter;
    }
}
