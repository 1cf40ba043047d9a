package dev.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** A test that runs against a server on H2 and, unless the build is quick, against one on PostgreSQL, handed to it as a {@link Baton}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(OnBothDatabases.Servers.class)
public @interface OnBothDatabases {

    /** Hands out the servers. */
    final class Servers implements TestTemplateInvocationContextProvider {

        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            return Arrays.stream(Database.values())
                    .filter(database -> !Quick.ON || database == Database.H2)
                    .map(Run::new);
        }
    }

    /** One of the two. */
    record Run(Database database) implements TestTemplateInvocationContext, ParameterResolver, AfterEachCallback {

        @Override
        public String getDisplayName(int index) {
            return database.name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Baton.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Baton.on(database);
        }

        @Override
        public void afterEach(ExtensionContext context) {
            ClockUtil.reset();
        }
    }
}
