package dev.baton.benchmark;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The same life as Camunda does it out of the box: default settings, an event-based gateway after each step, three
 * variables, messages correlated by business key through its own REST. Without signing in, which it does not ask for.
 */
final class StockLife implements Life {

    @EnableAutoConfiguration(
            exclude = {
                FlywayAutoConfiguration.class,
                SecurityAutoConfiguration.class,
                SecurityFilterAutoConfiguration.class,
                ManagementWebSecurityAutoConfiguration.class
            })
    static class Stock {}

    private final ConfigurableApplicationContext context;
    private final Post rest;

    StockLife(Map<String, String> database) {
        Map<String, Object> settings = new HashMap<>(database);
        settings.put("spring.config.name", "stock");
        settings.put("server.port", "0");
        settings.put("camunda.bpm.process-engine-name", "stock");
        settings.put("camunda.bpm.auto-deployment-enabled", "false");
        settings.put("camunda.bpm.webapp.enabled", "false");
        settings.put("camunda.bpm.job-execution.enabled", "true");
        settings.put("spring.datasource.hikari.maximum-pool-size", "24");
        settings.put("logging.level.root", "warn");
        String[] arguments = settings.entrySet().stream()
                .map(e -> "--" + e.getKey() + "=" + e.getValue())
                .toArray(String[]::new);
        context = new SpringApplicationBuilder(Stock.class)
                .registerShutdownHook(false)
                .run(arguments);
        var engine = context.getBean(org.camunda.bpm.engine.ProcessEngine.class);
        engine.getRepositoryService()
                .createDeployment()
                .addClasspathResource("benchmark/stock-queue.bpmn")
                .deploy();
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        rest = new Post("http://127.0.0.1:" + port + "/engine-rest/engine/stock", null);
    }

    @Override
    public String name() {
        return "(d) Camunda, the stock way, over HTTP";
    }

    @Override
    public void live() throws IOException {
        String key = UUID.randomUUID().toString();
        rest.send(
                "/process-definition/key/stock-queue/start",
                "{\"businessKey\":\"%s\",\"variables\":{\"title\":{\"value\":\"a task\"},\"priority\":{\"value\":100},\"attempts\":{\"value\":0}}}"
                        .formatted(key));
        for (String message : new String[] {"claim", "start", "succeed"}) {
            rest.send("/message", "{\"messageName\":\"%s\",\"businessKey\":\"%s\"}".formatted(message, key));
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
