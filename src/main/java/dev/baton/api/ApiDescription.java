package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.lang.Nullable;

/** The OpenAPI description, for Swagger UI and code generators. */
@Configuration
class ApiDescription {

    static {
        SpringDocUtils.getConfig()
                .replaceWithClass(ObjectNode.class, Object.class)
                .replaceWithClass(JsonNode.class, Object.class)
                .replaceWithClass(Duration.class, String.class);
    }

    @Bean
    OpenAPI baton() {
        return new OpenAPI()
                .info(new Info()
                        .title("Baton")
                        .version("1")
                        .description("Tasks that move along their diagrams")
                        .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .servers(List.of(new Server().url("/")))
                .components(new Components()
                        .addSecuritySchemes(
                                "basic",
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("basic"))
                        .addSecuritySchemes(
                                "token",
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")))
                .security(List.of(
                        new SecurityRequirement().addList("basic"), new SecurityRequirement().addList("token")));
    }

    /** Adds the header for idempotency keys to the paths that accept one. */
    @Bean
    OpenApiCustomizer idempotencyKeyHeaders() {
        return api -> api.getPaths().forEach((path, item) -> {
            if (IdempotentRequests.PATHS.contains(path) && item.getPost() != null) {
                addKey(item);
            }
        });
    }

    /** Generated clients need types and errors that are not on the controllers. */
    @Bean
    OpenApiCustomizer typesAndErrors() {
        return api -> {
            DescribedSchemas.describe(api);
            DescribedErrors.describe(api);
            DescribedExamples.describe(api);
        };
    }

    /** A reference can't have a type beside it, so one that can be null is marked here and rewritten later. */
    @Bean
    PropertyCustomizer nullableReferences() {
        return (property, type) -> {
            if (property != null && property.get$ref() != null && isNullable(type)) {
                property.addExtension(DescribedSchemas.NULLABLE, true);
            }
            return property;
        };
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.getCtxAnnotations() != null
                && Arrays.stream(type.getCtxAnnotations())
                        .anyMatch(annotation -> annotation.annotationType() == Nullable.class);
    }

    private static void addKey(PathItem item) {
        item.getPost()
                .addParametersItem(new HeaderParameter()
                        .name(IdempotentRequests.HEADER)
                        .required(false)
                        .description("The same key with the same request is done once and answered the same")
                        .schema(new StringSchema().minLength(1).maxLength(255)));
    }
}
