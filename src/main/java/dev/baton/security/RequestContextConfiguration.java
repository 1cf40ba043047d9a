package dev.baton.security;

import org.springframework.boot.autoconfigure.security.SecurityProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.RequestContextFilter;

/** Binds the request to the thread before the security filters: the sign-in limit needs its address. */
@Configuration
class RequestContextConfiguration {

    /** Spring Boot's own filter would run after the security filters. */
    @Bean
    FilterRegistrationBean<RequestContextFilter> requestContextBeforeSecurity() {
        FilterRegistrationBean<RequestContextFilter> filter = new FilterRegistrationBean<>(new RequestContextFilter());
        filter.setOrder(SecurityProperties.DEFAULT_FILTER_ORDER - 5);
        return filter;
    }
}
