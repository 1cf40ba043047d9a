package dev.baton.engine.expression;

import dev.baton.engine.token.TokenDelegate;
import java.util.List;
import java.util.stream.Stream;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.camunda.bpm.engine.delegate.TaskListener;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.stereotype.Component;

/** The beans that a diagram can name as delegates or listeners. */
@Component
public class Delegates {

    private final ListableBeanFactory beans;

    Delegates(ListableBeanFactory beans) {
        this.beans = beans;
    }

    public boolean isDelegate(String name) {
        Class<?> type = beans.containsBean(name) ? beans.getType(name) : null;
        return type != null
                && Stream.of(TokenDelegate.class, JavaDelegate.class, ExecutionListener.class, TaskListener.class)
                        .anyMatch(known -> known.isAssignableFrom(type));
    }

    public List<String> names() {
        return Stream.of(TokenDelegate.class, JavaDelegate.class, ExecutionListener.class, TaskListener.class)
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type)))
                .distinct()
                .sorted()
                .toList();
    }

    /** Null if there is no such delegate. */
    Object find(String name) {
        Object bean = isDelegate(name) ? beans.getBean(name) : null;
        return bean instanceof TokenDelegate delegate ? new DelegateAdapter(name, delegate) : bean;
    }
}
