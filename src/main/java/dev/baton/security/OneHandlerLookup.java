package dev.baton.security;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * Keeps Spring Security from looking up the controller of every request a second time, in a filter before its own. It does so
 * for matchers that ask Spring MVC, and for CORS; {@link SecurityConfiguration} uses neither. Its post-processor adds the filter
 * if this bean is there, and runs after all that have an order.
 */
@Component
class OneHandlerLookup implements BeanDefinitionRegistryPostProcessor, Ordered {

    private static final String INTROSPECTOR = "mvcHandlerMappingIntrospector";

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(INTROSPECTOR)) {
            registry.removeBeanDefinition(INTROSPECTOR);
        }
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        // only the definition is of interest
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
