package dev.baton.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.baton.json.StrictJsonFactory;
import dev.baton.security.RequestLimits;
import java.util.List;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.AbstractJackson2HttpMessageConverter;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Strict JSON for requests: no coercion of types, no unknown fields, limited depth and text; and no other format. */
@Configuration
class JsonConfiguration implements WebMvcConfigurer {

    /** Spring adds one for each format whose library it finds, such as YAML, without these rules. */
    @Override
    public void extendMessageConverters(List<HttpMessageConverter<?>> converters) {
        converters.removeIf(converter -> converter instanceof AbstractJackson2HttpMessageConverter
                && !(converter instanceof MappingJackson2HttpMessageConverter));
    }

    @Bean
    MappingJackson2HttpMessageConverter jsonConverter(ObjectMapper json) {
        return new WholeJson(json);
    }

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
