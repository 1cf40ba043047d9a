package dev.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
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
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test that runs against a server on H2 and, unless the build is quick, against one on PostgreSQL, handed to it as a
 * {@link Baton}; in classes with {@link AlsoWithoutFastPath} also against one on PostgreSQL without its optimisations, in
 * those with {@link DatabaseIndependent} against H2 only.
 */
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
            List<TestTemplateInvocationContext> runs = new ArrayList<>();
            runs.add(new Run("H2", () -> Baton.on(Database.H2)));
            Class<?> test = context.getRequiredTestClass();
            if (Quick.ON || AnnotationSupport.isAnnotated(test, DatabaseIndependent.class)) {
                return runs.stream();
            }
            runs.add(new Run("POSTGRES", () -> Baton.on(Database.POSTGRES)));
            if (AnnotationSupport.isAnnotated(test, AlsoWithoutFastPath.class)) {
                runs.add(new Run("POSTGRES without the fast path", Baton::withoutFastPath));
            }
            return runs.stream();
        }
    }

    /** One of them. */
    record Run(String name, Supplier<Baton> server)
            implements TestTemplateInvocationContext, ParameterResolver, AfterEachCallback {

        @Override
        public String getDisplayName(int index) {
            return name;
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
            return server.get();
        }

        @Override
        public void afterEach(ExtensionContext context) {
            ClockUtil.reset();
        }
    }
}
