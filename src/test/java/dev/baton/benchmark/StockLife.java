package dev.baton.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
    private final String url;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

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
        url = "http://127.0.0.1:"
                + ((ServletWebServerApplicationContext) context).getWebServer().getPort() + "/engine-rest/engine/stock";
    }

    @Override
    public String name() {
        return "(d) Camunda, the stock way, over HTTP";
    }

    @Override
    public void live() throws IOException, InterruptedException {
        String key = UUID.randomUUID().toString();
        post(
                "/process-definition/key/stock-queue/start",
                "{\"businessKey\":\"%s\",\"variables\":{\"title\":{\"value\":\"a task\"},\"priority\":{\"value\":100},\"attempts\":{\"value\":0}}}"
                        .formatted(key));
        for (String message : new String[] {"claim", "start", "succeed"}) {
            post("/message", "{\"messageName\":\"%s\",\"businessKey\":\"%s\"}".formatted(message, key));
        }
    }

    private void post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(path + " answered " + answer.statusCode() + " " + answer.body());
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
