package dev.baton.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** A log event all of whose texts are free of control characters, messages of exceptions included. */
record SafeEvent(ILoggingEvent event) implements ILoggingEvent {

    @Override
    public String getFormattedMessage() {
        return ControlCharacters.escape(event.getFormattedMessage());
    }

    /** The formatted one: with its arguments the pattern would yield the original text again. */
    @Override
    public String getMessage() {
        return getFormattedMessage();
    }

    @Override
    public Object[] getArgumentArray() {
        return null;
    }

    @Override
    public IThrowableProxy getThrowableProxy() {
        return SafeThrowable.of(event.getThrowableProxy());
    }

    @Override
    public Map<String, String> getMDCPropertyMap() {
        Map<String, String> safe = new LinkedHashMap<>();
        event.getMDCPropertyMap()
                .forEach((key, value) -> safe.put(ControlCharacters.escape(key), ControlCharacters.escape(value)));
        return safe;
    }

    @Override
    @SuppressWarnings("deprecation") // has to be implemented all the same
    public Map<String, String> getMdc() {
        return getMDCPropertyMap();
    }

    @Override
    public List<KeyValuePair> getKeyValuePairs() {
        return event.getKeyValuePairs() == null
                ? null
                : event.getKeyValuePairs().stream()
                        .map(pair -> new KeyValuePair(
                                ControlCharacters.escape(pair.key),
                                pair.value instanceof Number || pair.value instanceof Boolean || pair.value == null
                                        ? pair.value
                                        : ControlCharacters.escape(pair.value.toString())))
                        .toList();
    }

    @Override
    public String getThreadName() {
        return ControlCharacters.escape(event.getThreadName());
    }

    @Override
    public Level getLevel() {
        return event.getLevel();
    }

    @Override
    public String getLoggerName() {
        return event.getLoggerName();
    }

    @Override
    public LoggerContextVO getLoggerContextVO() {
        return event.getLoggerContextVO();
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return event.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return event.hasCallerData();
    }

    @Override
    public List<Marker> getMarkerList() {
        return event.getMarkerList();
    }

    @Override
    public long getTimeStamp() {
        return event.getTimeStamp();
    }

    @Override
    public int getNanoseconds() {
        return event.getNanoseconds();
    }

    @Override
    public Instant getInstant() {
        return event.getInstant();
    }

    @Override
    public long getSequenceNumber() {
        return event.getSequenceNumber();
    }

    @Override
    public void prepareForDeferredProcessing() {
        event.prepareForDeferredProcessing();
    }

    /** An exception may quote what a caller sent, at any depth of its causes. */
    private record SafeThrowable(IThrowableProxy throwable) implements IThrowableProxy {

        static IThrowableProxy of(IThrowableProxy throwable) {
            return throwable == null ? null : new SafeThrowable(throwable);
        }

        @Override
        public String getMessage() {
            return ControlCharacters.escape(throwable.getMessage());
        }

        @Override
        public String getOverridingMessage() {
            return ControlCharacters.escape(throwable.getOverridingMessage());
        }

        @Override
        public String getClassName() {
            return throwable.getClassName();
        }

        @Override
        public StackTraceElementProxy[] getStackTraceElementProxyArray() {
            return throwable.getStackTraceElementProxyArray();
        }

        @Override
        public int getCommonFrames() {
            return throwable.getCommonFrames();
        }

        @Override
        public IThrowableProxy getCause() {
            return of(throwable.getCause());
        }

        @Override
        public IThrowableProxy[] getSuppressed() {
            return throwable.getSuppressed() == null
                    ? null
                    : Arrays.stream(throwable.getSuppressed())
                            .map(SafeThrowable::of)
                            .toArray(IThrowableProxy[]::new);
        }

        @Override
        public boolean isCyclic() {
            return throwable.isCyclic();
        }
    }
}
