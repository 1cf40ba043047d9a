package dev.baton.pages;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BaseElement;
import org.camunda.bpm.model.bpmn.instance.BoundaryEvent;
import org.camunda.bpm.model.bpmn.instance.BusinessRuleTask;
import org.camunda.bpm.model.bpmn.instance.EndEvent;
import org.camunda.bpm.model.bpmn.instance.ErrorEventDefinition;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.Gateway;
import org.camunda.bpm.model.bpmn.instance.SequenceFlow;
import org.camunda.bpm.model.bpmn.instance.ServiceTask;
import org.camunda.bpm.model.bpmn.instance.StartEvent;
import org.camunda.bpm.model.bpmn.instance.SubProcess;
import org.camunda.bpm.model.bpmn.instance.ThrowEvent;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaExecutionListener;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperties;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperty;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaTaskListener;

/** The delegates and listeners that run between leaving a state and arriving in the next, in that order. */
final class WorkOnTheWay {

    private final BpmnModelInstance model;
    private final Map<String, String> stateOfElement;

    WorkOnTheWay(BpmnModelInstance model, Map<String, String> stateOfElement) {
        this.model = model;
        this.stateOfElement = stateOfElement;
    }

    /**
     * @param exit the arrow or event by which a task leaves a state
     * @return for each state that can be reached, and {@code ""} for an end without one, what is done until then
     */
    Map<String, Set<String>> after(String exit) {
        BaseElement element = model.getModelElementById(exit);
        List<String> done = new ArrayList<>();
        if (element instanceof SequenceFlow arrow) {
            done.addAll(leaving(arrow.getSource()));
        }
        Map<String, Set<String>> found = new LinkedHashMap<>();
        if (element instanceof SequenceFlow arrow) {
            take(arrow, done, found, new HashSet<>());
        } else {
            pass((FlowNode) element, done, found, new HashSet<>());
        }
        return found;
    }

    /** What the state itself does when it is left, and the arrow to the gateway behind it. */
    private List<String> leaving(FlowNode source) {
        List<String> done = new ArrayList<>();
        if (source instanceof Gateway) {
            source.getIncoming().forEach(arrow -> {
                done.addAll(leaving(arrow.getSource()));
                done.addAll(listeners(arrow, "take"));
            });
        } else {
            extensions(source, CamundaTaskListener.class)
                    .filter(listener -> listener.getCamundaEvent().equals("complete"))
                    .map(l -> text(l.getCamundaDelegateExpression(), l.getCamundaExpression(), l.getCamundaClass()))
                    .forEach(done::add);
            done.addAll(listeners(source, "end"));
        }
        return done;
    }

    private void take(SequenceFlow arrow, List<String> before, Map<String, Set<String>> found, Set<String> seen) {
        List<String> done = new ArrayList<>(before);
        done.addAll(listeners(arrow, "take"));
        done.addAll(written(arrow));
        FlowNode target = arrow.getTarget();
        if (stateOfElement.containsKey(target.getId())) {
            done.addAll(entering(target));
            found.computeIfAbsent(stateOfElement.get(target.getId()), s -> new LinkedHashSet<>())
                    .addAll(done);
        } else if (seen.add(target.getId())) {
            pass(target, done, found, seen);
        }
    }

    private void pass(FlowNode node, List<String> before, Map<String, Set<String>> found, Set<String> seen) {
        List<String> done = new ArrayList<>(before);
        done.addAll(entering(node));
        catchers(node).forEach(event -> pass(event, done, found, new HashSet<>(seen)));
        done.addAll(listeners(node, "end"));
        Collection<SequenceFlow> next = node.getOutgoing();
        if (node instanceof SubProcess sub) {
            sub.getFlowElements().stream()
                    .filter(StartEvent.class::isInstance)
                    .forEach(start -> pass((FlowNode) start, done, found, seen));
            return;
        }
        if (node instanceof EndEvent && node.getParentElement() instanceof SubProcess sub) {
            next = sub.getOutgoing();
        } else if (node instanceof EndEvent) {
            found.computeIfAbsent("", s -> new LinkedHashSet<>()).addAll(done);
        }
        next.forEach(arrow -> take(arrow, done, found, new HashSet<>(seen)));
    }

    private List<String> entering(FlowNode node) {
        List<String> done = new ArrayList<>(listeners(node, "start"));
        if (node instanceof BusinessRuleTask task && task.getCamundaDecisionRef() != null) {
            done.add("table `" + task.getCamundaDecisionRef() + "` into `" + task.getCamundaResultVariable() + "`");
        }
        done.addAll(written(node));
        if (node instanceof ThrowEvent) {
            said(node, "to").forEach(to -> done.add("message of `" + node.getId() + "` to " + to));
        }
        if (node instanceof ServiceTask task && task.getCamundaType() == null) {
            done.add(text(task.getCamundaDelegateExpression(), task.getCamundaExpression(), task.getCamundaClass()));
        }
        return done;
    }

    /** The error events on the border of work. */
    private Stream<BoundaryEvent> catchers(FlowNode node) {
        return model.getModelElementsByType(BoundaryEvent.class).stream()
                .filter(event -> event.getAttachedTo() == node && node instanceof ServiceTask)
                .filter(event -> event.getEventDefinitions().stream().anyMatch(ErrorEventDefinition.class::isInstance));
    }

    private static List<String> listeners(BaseElement element, String event) {
        return extensions(element, CamundaExecutionListener.class)
                .filter(listener -> event.equals(listener.getCamundaEvent()))
                .map(l -> text(l.getCamundaDelegateExpression(), l.getCamundaExpression(), l.getCamundaClass()))
                .toList();
    }

    /** What {@code count} and {@code collect} write. */
    List<String> written(String element) {
        BaseElement found = model.getModelElementById(element);
        return found == null ? List.of() : written(found);
    }

    private static List<String> written(BaseElement element) {
        return Stream.of("count", "collect")
                .flatMap(word -> said(element, word).map(value -> "`" + word + " " + value + "`"))
                .toList();
    }

    private static Stream<String> said(BaseElement element, String word) {
        return extensions(element, CamundaProperties.class)
                .flatMap(group -> group.getCamundaProperties().stream())
                .filter(property -> word.equals(property.getCamundaName()))
                .map(CamundaProperty::getCamundaValue);
    }

    private static <T extends org.camunda.bpm.model.xml.instance.ModelElementInstance> Stream<T> extensions(
            BaseElement element, Class<T> type) {
        return element.getExtensionElements() == null
                ? Stream.empty()
                : element.getExtensionElements().getElementsQuery().filterByType(type).list().stream();
    }

    /** The bean's name, the expression or the class, whichever there is. */
    private static String text(String... said) {
        String text = Stream.of(said).filter(s -> s != null).findFirst().orElseThrow();
        return "`" + text.replaceAll("^[$#]\\{(.*)}$", "$1").strip() + "`";
    }
}
