package dev.baton.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.baton.json.StrictJsonFactory;
import dev.baton.security.RequestLimits;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Strict JSON for requests: no coercion of types, no unknown fields, limited depth and text. */
@Configuration
class JsonConfiguration {

    @Bean
    Jackson2ObjectMapperBuilderCustomizer strictJson(RequestLimits limits) {
        return builder -> {
            builder.factory(new StrictJsonFactory(limits.jsonDepth()));
            builder.featuresToDisable(
                    MapperFeature.ALLOW_COERCION_OF_SCALARS, DeserializationFeature.ACCEPT_FLOAT_AS_INT);
            builder.postConfigurer(mapper -> {
                for (CoercionInputShape shape : new CoercionInputShape[] {
                    CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
                }) {
                    mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
                }
                mapper.configure(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION, false);
            });
        };
    }
}
