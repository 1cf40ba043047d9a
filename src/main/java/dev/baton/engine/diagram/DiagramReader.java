package dev.baton.engine.diagram;

import dev.baton.engine.expression.ExpressionCheck;
import dev.baton.lifecycle.Diagram;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.camunda.bpm.impl.juel.Builder;
import org.camunda.bpm.impl.juel.IdentifierNode;
import org.camunda.bpm.impl.juel.Tree;
import org.camunda.bpm.impl.juel.TreeBuilderException;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.Activity;
import org.camunda.bpm.model.bpmn.instance.BaseElement;
import org.camunda.bpm.model.bpmn.instance.BoundaryEvent;
import org.camunda.bpm.model.bpmn.instance.CallActivity;
import org.camunda.bpm.model.bpmn.instance.EventDefinition;
import org.camunda.bpm.model.bpmn.instance.ExclusiveGateway;
import org.camunda.bpm.model.bpmn.instance.FlowElement;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.MultiInstanceLoopCharacteristics;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.SequenceFlow;
import org.camunda.bpm.model.bpmn.instance.ServiceTask;
import org.camunda.bpm.model.bpmn.instance.StartEvent;
import org.camunda.bpm.model.bpmn.instance.SubProcess;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperties;
import org.camunda.bpm.model.xml.ModelException;
import org.camunda.bpm.model.xml.impl.util.IoUtil;

/** Turns Camunda's object model of a BPMN file into a {@link Diagram}. */
public final class DiagramReader {

    private static final Pattern PAYLOAD_FIELD =
            Pattern.compile("\\bpayload(?:\\.([A-Za-z_]\\w*)|\\[\\s*(?:'|&apos;)([^'&]*)(?:'|&apos;)\\s*])");
    private static final Pattern FIELD = Pattern.compile("[$#]\\{\\s*task\\.(\\w+)\\s*}");

    private final Process process;
    private final List<Diagram.Node> nodes = new ArrayList<>();
    private final List<Diagram.Arrow> arrows = new ArrayList<>();
    private final List<Violation> faults = new ArrayList<>();
    private final Map<String, Diagram.Lane> lanes;

    private DiagramReader(Process process) {
        this.process = process;
        this.lanes = Lanes.of(process);
    }

    public static Diagram read(Process process, List<Violation> faults) {
        DiagramReader reader = new DiagramReader(process);
        reader.scope(process.getId(), process.getFlowElements());
        faults.addAll(reader.faults);
        faults.addAll(PropertyPlaces.violations(process));
        return new Diagram(process.getId(), process.getName(), reader.nodes, reader.arrows, payloadFields(process));
    }

    private static Set<String> payloadFields(Process process) {
        return PAYLOAD_FIELD
                .matcher(IoUtil.convertXmlDocumentToString(
                        process.getModelInstance().getDocument()))
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .collect(Collectors.toSet());
    }

    public static Diagram read(BpmnModelInstance model) {
        return read(BpmnFile.process(model), new ArrayList<>());
    }

    /** The lifecycle in a file; empty if it can't be read, which its own check reports. */
    public static Optional<Lifecycle> lifecycle(byte[] xml) {
        try {
            return Optional.ofNullable(BpmnFile.process(StrictBpmnParser.read(xml)))
                    .map(process -> Lifecycle.read(read(process, new ArrayList<>())));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private void scope(String scope, Collection<FlowElement> elements) {
        for (FlowElement element : elements) {
            if (element.getId() == null) {
                faults.add(new Violation(
                        scope, "a " + words(element) + " in it has no id: give it one, history needs it"));
            } else if (element instanceof SequenceFlow flow) {
                arrow(flow);
            } else if (element instanceof FlowNode node) {
                nodes.add(node(scope, node));
                if (node instanceof SubProcess sub) {
                    scope(sub.getId(), sub.getFlowElements());
                }
            }
        }
    }

    private void arrow(SequenceFlow flow) {
        if (!connects(flow)) {
            faults.add(
                    new Violation(flow.getId(), "it has a loose end: connect it with a task, an event or a gateway"));
            return;
        }
        boolean conditional = flow.getConditionExpression() != null;
        arrows.add(new Diagram.Arrow(
                flow.getId(),
                flow.getName(),
                flow.getSource().getId(),
                flow.getTarget().getId(),
                properties(flow),
                conditional,
                conditional ? names(flow) : Set.of()));
    }

    private static boolean connects(SequenceFlow flow) {
        try {
            return flow.getSource() != null
                    && flow.getTarget() != null
                    && flow.getSource().getId() != null
                    && flow.getTarget().getId() != null;
        } catch (ClassCastException | ModelException e) {
            return false; // it refers to something that is no node
        }
    }

    private Set<String> names(SequenceFlow flow) {
        String condition = flow.getConditionExpression().getTextContent().strip();
        if (flow.getConditionExpression().getLanguage() != null || ExpressionCheck.isTooLong(condition)) {
            return Set.of();
        }
        try {
            Tree tree = new Builder(Builder.Feature.METHOD_INVOCATIONS).build(condition);
            return StreamSupport.stream(tree.getIdentifierNodes().spliterator(), false)
                    .map(IdentifierNode::getName)
                    .collect(Collectors.toSet());
        } catch (TreeBuilderException e) {
            faults.add(new Violation(flow.getId(), "the condition can't be read: " + e.getMessage()));
            return Set.of();
        }
    }

    private Diagram.Node node(String scope, FlowNode node) {
        EventDefinition definition = NodeKinds.definition(node);
        String host = node instanceof BoundaryEvent boundary ? host(boundary) : null;
        boolean interrupting = node instanceof BoundaryEvent boundary
                ? boundary.cancelActivity()
                : !(node instanceof StartEvent start) || start.isInterrupting();
        boolean many = node instanceof Activity activity
                && activity.getLoopCharacteristics() instanceof MultiInstanceLoopCharacteristics;
        String defaultArrow = node instanceof ExclusiveGateway gateway && gateway.getDefault() != null
                ? gateway.getDefault().getId()
                : null;
        return new Diagram.Node(
                node.getId(),
                NodeKinds.kind(node, definition),
                words(node),
                node.getName(),
                properties(node),
                scope,
                lanes.get(node.getId()),
                NodeKinds.event(definition),
                NodeKinds.eventName(definition),
                host,
                interrupting,
                many,
                participantsField(node),
                node instanceof ServiceTask service ? service.getCamundaTopic() : null,
                node instanceof CallActivity call ? call.getCalledElement() : null,
                DecisionTasks.asked(node),
                NodeKinds.async(node, "asyncBefore"),
                NodeKinds.async(node, "asyncAfter"),
                defaultArrow);
    }

    /** The field of the task's data that a multi-instance task iterates over; null if it is no field. */
    private static String participantsField(FlowNode node) {
        if (node instanceof Activity activity
                && activity.getLoopCharacteristics() instanceof MultiInstanceLoopCharacteristics loop
                && loop.getCamundaCollection() != null) {
            Matcher field = FIELD.matcher(loop.getCamundaCollection().strip());
            return field.matches() ? field.group(1) : null;
        }
        return null;
    }

    private String host(BoundaryEvent boundary) {
        try {
            if (boundary.getAttachedTo() != null) {
                return boundary.getAttachedTo().getId();
            }
        } catch (ClassCastException | ModelException e) {
            // it is attached to something that is no activity
        }
        faults.add(new Violation(boundary.getId(), "it hangs in the air: attach it to a task or a sub-process"));
        return null;
    }

    /** The Modeler's templates write down what was left empty; only an empty {@code keeps} says something. */
    public static Map<String, String> properties(BaseElement element) {
        Map<String, String> properties = new LinkedHashMap<>();
        if (element.getExtensionElements() != null) {
            element.getExtensionElements()
                    .getElementsQuery()
                    .filterByType(CamundaProperties.class)
                    .list()
                    .forEach(group -> group.getCamundaProperties().stream()
                            .filter(p -> "keeps".equals(p.getCamundaName()) || !blank(p.getCamundaValue()))
                            .forEach(p -> properties.put(p.getCamundaName(), p.getCamundaValue())));
        }
        return properties;
    }

    private static boolean blank(String text) {
        return text == null || text.isBlank();
    }

    private static String words(FlowElement element) {
        return element.getElementType()
                .getTypeName()
                .replaceAll("([A-Z])", " $1")
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
