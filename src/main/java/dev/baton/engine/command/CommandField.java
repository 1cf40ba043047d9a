package dev.baton.engine.command;

import java.lang.reflect.Field;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.springframework.util.ReflectionUtils;

/** A field of the engine's commands, which have no getters. */
record CommandField(Field field) {

    static CommandField of(Class<?> command, String name) {
        Field field = ReflectionUtils.findField(command, name);
        if (field == null) {
            throw new IllegalStateException("In this version of the engine, " + command.getName() + " has no field '"
                    + name + "': the interceptors have to be adapted");
        }
        ReflectionUtils.makeAccessible(field);
        return new CommandField(field);
    }

    Object value(Command<?> command) {
        return ReflectionUtils.getField(field, command);
    }

    String text(Command<?> command) {
        return (String) value(command);
    }
}
