package dev.baton;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The Baton server: a Spring Boot application with an embedded process engine. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class BatonApplication {

    public static void main(String[] args) {
        SpringApplication.run(BatonApplication.class, args);
    }
}
