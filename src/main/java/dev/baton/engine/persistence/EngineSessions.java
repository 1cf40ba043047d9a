package dev.baton.engine.persistence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;

/** Replaces classes by which the engine reads and writes its tables; it calls them sessions. */
final class EngineSessions {

    private EngineSessions() {}

    static void replace(
            ProcessEngineConfigurationImpl engine, Class<? extends Session> type, Supplier<Session> replacement) {
        List<SessionFactory> factories = new ArrayList<>(
                engine.getCustomSessionFactories() == null ? List.of() : engine.getCustomSessionFactories());
        factories.add(new Factory(type, replacement));
        engine.setCustomSessionFactories(factories);
    }

    private record Factory(Class<?> getSessionType, Supplier<Session> sessions) implements SessionFactory {

        @Override
        public Session openSession() {
            return sessions.get();
        }
    }
}
