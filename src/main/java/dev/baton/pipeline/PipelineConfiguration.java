package dev.baton.pipeline;

import dev.baton.core.StartupFailure;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;

/** Reads the pipelines from the file that {@code baton.pipeline.config} names. */
@Configuration
class PipelineConfiguration {

    @Bean
    PipelineSettings pipelineSettings(PipelineFileSettings settings, ResourceLoader resources) {
        String location = settings.config();
        try (Reader text =
                new InputStreamReader(resources.getResource(location).getInputStream(), StandardCharsets.UTF_8)) {
            return PipelineFile.read(location, text);
        } catch (IOException e) {
            throw new StartupFailure("The pipelines in " + location
                    + " can't be read. Is there such a file? baton.pipeline.config names it, for example"
                    + " file:/etc/baton/pipelines.yaml.");
        }
    }
}
