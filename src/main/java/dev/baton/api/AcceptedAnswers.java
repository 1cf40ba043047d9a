package dev.baton.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.ContentNegotiationManager;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses a change whose answer the caller would not accept before it is made. Spring would find out when it writes the
 * answer: 406 for something that has been done.
 */
@Component
class AcceptedAnswers implements HandlerInterceptor, WebMvcConfigurer {

    private static final List<MediaType> JSON =
            List.of(MediaType.APPLICATION_JSON, new MediaType("application", "*+json"));

    private final ContentNegotiationManager accept =
            new ContentNegotiationManager(new HeaderContentNegotiationStrategy());

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws HttpMediaTypeNotAcceptableException {
        if (handler instanceof HandlerMethod method && !method.isVoid() && changes(request)) {
            List<MediaType> accepted = accept.resolveMediaTypes(new ServletWebRequest(request));
            if (accepted.stream().noneMatch(type -> JSON.stream().anyMatch(type::isCompatibleWith))) {
                throw new HttpMediaTypeNotAcceptableException(JSON);
            }
        }
        return true;
    }

    private static boolean changes(HttpServletRequest request) {
        return !HttpMethod.GET.matches(request.getMethod()) && !HttpMethod.HEAD.matches(request.getMethod());
    }
}
