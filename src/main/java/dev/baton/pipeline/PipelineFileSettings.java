package dev.baton.pipeline;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code baton.pipeline}.
 *
 * @param config the location of the file with the pipelines
 */
@ConfigurationProperties("baton.pipeline")
record PipelineFileSettings(
        @DefaultValue("classpath:/pipelines.yaml") String config) {}
