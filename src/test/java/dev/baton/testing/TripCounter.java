package dev.baton.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.PriorityOrdered;

/** Records the round trips of this thread to the database: statements, commits and rollbacks. */
@TestConfiguration
public class TripCounter {

    private static final ThreadLocal<List<String>> TRIPS = new ThreadLocal<>();
    private static final Set<String> ENDS = Set.of("commit", "rollback");

    /** The round trips of an action. */
    public static List<String> during(Runnable action) {
        TRIPS.set(new ArrayList<>());
        try {
            action.run();
            return TRIPS.get();
        } finally {
            TRIPS.remove();
        }
    }

    @Bean
    static Nearest countTrips() {
        return new Nearest();
    }

    /** Wraps the driver's connections, so that only real round trips are counted. */
    static final class Nearest implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof DataSource source ? counted(DataSource.class, source, null) : bean;
        }
    }

    private static <T> T counted(Class<T> type, T target, String sql) {
        return type.cast(Proxy.newProxyInstance(
                TripCounter.class.getClassLoader(), new Class<?>[] {type}, (p, method, args) -> {
                    if (method.getName().startsWith("execute")
                            || method.getName().equals("getParameterMetaData")
                            || type == Connection.class && ENDS.contains(method.getName())) {
                        note(
                                sql != null
                                        ? sql
                                        : args != null && args[0] instanceof String text ? text : method.getName());
                    }
                    try {
                        Object result = method.invoke(target, args);
                        if (result instanceof Connection connection && type == DataSource.class) {
                            return counted(Connection.class, connection, null);
                        }
                        if (result instanceof PreparedStatement statement) {
                            return counted(PreparedStatement.class, statement, (String) args[0]);
                        }
                        return result instanceof Statement statement
                                ? counted(Statement.class, statement, null)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** BEGIN is sent with the next statement, so it is no round trip. */
    private static void note(String trip) {
        if (TRIPS.get() != null) {
            TRIPS.get().add(trip.replaceAll("\\s+", " ").strip().replaceFirst("^BEGIN; ", ""));
        }
    }
}
