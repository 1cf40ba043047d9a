package dev.baton.engine.internals;

import java.lang.reflect.Field;
import org.springframework.util.ReflectionUtils;

/** A private field of one of the engine's classes, most of which have no getters. */
public record EngineField(Field field) {

    public static EngineField of(Class<?> type, String name) {
        Field field = ReflectionUtils.findField(type, name);
        if (field == null) {
            throw new IllegalStateException("In this version of the engine, " + type.getName() + " has no field '"
                    + name + "': the classes in dev.baton.engine that read it have to be adapted");
        }
        ReflectionUtils.makeAccessible(field);
        return new EngineField(field);
    }

    public Object value(Object object) {
        return ReflectionUtils.getField(field, object);
    }

    public String text(Object object) {
        return (String) value(object);
    }

    public void set(Object object, Object value) {
        ReflectionUtils.setField(field, object, value);
    }
}
