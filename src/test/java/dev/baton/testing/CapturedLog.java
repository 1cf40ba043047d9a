package dev.baton.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Captures the lines of the server's log while it is open, at the levels of a real server. */
public final class CapturedLog implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final PatternLayout layout = new PatternLayout();
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    public CapturedLog() {
        layout.setContext(root.getLoggerContext());
        layout.setPattern("%level %logger{0} %msg%n%ex");
        layout.start();
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        root.setLevel(Level.INFO);
        root.addAppender(events);
    }

    public List<String> lines() {
        return events.list.stream()
                .flatMap(event -> layout.doLayout(event).lines())
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(events);
        root.setLevel(before);
    }
}
