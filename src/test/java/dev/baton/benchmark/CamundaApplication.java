package dev.baton.benchmark;

import org.camunda.bpm.engine.RepositoryService;
import org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * Camunda with its REST API and its own default settings, the history level among them. It asks nobody to sign in. The
 * diagrams use its own documented ways.
 */
@EnableAutoConfiguration(
        exclude = {
            FlywayAutoConfiguration.class,
            SecurityAutoConfiguration.class,
            SecurityFilterAutoConfiguration.class,
            ManagementWebSecurityAutoConfiguration.class
        })
final class CamundaApplication {

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(CamundaApplication.class)
                .properties(
                        "spring.config.name=camunda",
                        "spring.main.banner-mode=off",
                        "camunda.bpm.auto-deployment-enabled=false", // would deploy Baton's diagrams, too
                        "camunda.bpm.webapp.enabled=false")
                .run(arguments)
                .getBean(RepositoryService.class)
                .createDeployment()
                .addClasspathResource("benchmark/external-task.bpmn")
                .addClasspathResource("benchmark/user-task.bpmn")
                .addClasspathResource("benchmark/stock-queue.bpmn")
                .deploy();
    }
}
