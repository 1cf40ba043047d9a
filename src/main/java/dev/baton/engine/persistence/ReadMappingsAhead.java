package dev.baton.engine.persistence;

import dev.baton.database.Product;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;

/** Begins to read the engine's mappings as soon as the settings say which database it is. */
class ReadMappingsAhead implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        String url = event.getEnvironment().getProperty("spring.datasource.url", "");
        if (!event.getEnvironment().containsProperty("baton.lifecycles")) {
            return; // another application on Baton's class path, as in the benchmark
        }
        if (url.startsWith("jdbc:h2:")) {
            SqlMappings.read(Product.H2);
        } else if (url.startsWith("jdbc:postgresql:")) {
            SqlMappings.read(Product.POSTGRESQL);
        }
    }
}
