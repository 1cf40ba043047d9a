package dev.baton.claim;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What Baton needs of the engine's settings under {@code camunda.bpm.job-execution}.
 *
 * @param enabled whether this server fires timers
 */
@ConfigurationProperties("camunda.bpm.job-execution")
record JobExecutionSettings(@DefaultValue("true") boolean enabled) {}
