package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.unit.DataSize;

/** A setting whose value has the wrong type is reported with its name. */
class SettingTypesTest {

    @ConfigurationProperties("baton")
    record Settings(Idempotency idempotency, Integer maxActive, Limits limits, Boolean fastPath) {

        record Idempotency(Duration keep) {}

        record Limits(DataSize request) {}
    }

    @EnableConfigurationProperties(Settings.class)
    static class WithSettings {
        WithSettings(@Value("${server.tomcat.threads.max:200}") int threads) {}
    }

    @Test
    void theSettingItsValueAndWhatItHasToBe() {
        assertThat(description("baton.idempotency.keep=soon"))
                .isEqualTo(
                        "The setting baton.idempotency.keep can't be 'soon'; it has to be a duration such as P2D or PT12H.");
        assertThat(description("baton.max-active=many"))
                .isEqualTo("The setting baton.max-active can't be 'many'; it has to be a whole number.");
        assertThat(description("baton.limits.request=big"))
                .isEqualTo(
                        "The setting baton.limits.request can't be 'big'; it has to be a size such as 512KB or 1MB.");
        assertThat(description("baton.fast-path=maybe"))
                .isEqualTo("The setting baton.fast-path can't be 'maybe'; it has to be true or false.");
        assertThat(description("server.tomcat.threads.max=lots"))
                .isEqualTo("The setting server.tomcat.threads.max can't be 'lots'; it has to be a whole number.");
    }

    private static String description(String setting) {
        String[] description = new String[1];
        new ApplicationContextRunner()
                .withInitializer(context ->
                        context.getBeanFactory().setConversionService(ApplicationConversionService.getSharedInstance()))
                .withUserConfiguration(WithSettings.class)
                .withPropertyValues(setting)
                .run(context -> description[0] = new StartFailures(new StandardEnvironment())
                        .analyze(context.getStartupFailure())
                        .getDescription());
        return description[0];
    }
}
