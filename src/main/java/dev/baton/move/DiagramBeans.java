package dev.baton.move;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.stereotype.Component;

/** The beans that a diagram can name as rules or post-end actions. */
@Component
class DiagramBeans {

    private final ListableBeanFactory beans;

    DiagramBeans(ListableBeanFactory beans) {
        this.beans = beans;
    }

    boolean isRule(String name) {
        return is(name, Rule.class);
    }

    Rule rule(String name) {
        return beans.getBean(name, Rule.class);
    }

    List<String> rules() {
        return names(Rule.class);
    }

    boolean isPostEndAction(String name) {
        return is(name, PostEndAction.class);
    }

    PostEndAction postEndAction(String name) {
        return beans.getBean(name, PostEndAction.class);
    }

    List<String> postEndActions() {
        return names(PostEndAction.class);
    }

    private boolean is(String name, Class<?> type) {
        return beans.containsBean(name) && beans.isTypeMatch(name, type);
    }

    private List<String> names(Class<?> type) {
        return Stream.of(beans.getBeanNamesForType(type)).sorted().toList();
    }
}
