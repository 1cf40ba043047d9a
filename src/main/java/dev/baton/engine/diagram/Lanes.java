package dev.baton.engine.diagram;

import dev.baton.lifecycle.Diagram.Lane;
import dev.baton.lifecycle.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.bpmn.behavior.UserTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParseUtil;
import org.camunda.bpm.engine.impl.el.FixedValue;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ProcessDefinitionImpl;
import org.camunda.bpm.engine.impl.task.TaskDefinition;
import org.camunda.bpm.engine.impl.util.xml.Element;
import org.camunda.bpm.model.bpmn.impl.instance.FlowNodeRef;
import org.camunda.bpm.model.bpmn.instance.LaneSet;
import org.camunda.bpm.model.bpmn.instance.Process;

/** The lanes of a process: a lane says who may take the arrows that leave its states, and who sees its user tasks. */
public final class Lanes {

    private Lanes() {}

    /** The innermost lane of each node that is drawn in one; lanes without a name say nothing. */
    static Map<String, Lane> of(Process process) {
        Map<String, Lane> lanes = new HashMap<>();
        process.getLaneSets().forEach(set -> collect(set, lanes));
        return lanes;
    }

    private static void collect(LaneSet set, Map<String, Lane> lanes) {
        for (var lane : set.getLanes()) {
            String name = lane.getName() == null ? "" : lane.getName();
            String roles = DiagramReader.properties(lane).getOrDefault("roles", name);
            if (!roles.isBlank()) {
                // by name: the library has no class for some elements, such as ad hoc sub-processes
                for (FlowNodeRef node : lane.getChildElementsByType(FlowNodeRef.class)) {
                    lanes.put(
                            node.getTextContent().strip(),
                            new Lane(lane.getId() == null ? name : lane.getId(), roles.strip()));
                }
            }
            if (lane.getChildLaneSet() != null) {
                collect(lane.getChildLaneSet(), lanes);
            }
        }
    }

    /** Offers user tasks that are offered and assigned to nobody to the groups of their lane. */
    public static void offerUserTasks(Element process, ProcessDefinitionImpl definition) {
        process.elements("laneSet").forEach(set -> offerSet(set, definition));
    }

    private static void offerSet(Element set, ProcessDefinitionImpl definition) {
        for (Element lane : set.elements("lane")) {
            Element inner = lane.element("childLaneSet");
            if (inner != null) {
                offerSet(inner, definition);
            }
            Map<String, String> properties = BpmnParseUtil.parseCamundaExtensionProperties(lane);
            String property = properties == null ? null : properties.get("roles");
            String roles = property == null || property.isBlank() ? lane.attribute("name", "") : property;
            for (Element reference : lane.elements("flowNodeRef")) {
                ActivityImpl node = definition.findActivity(reference.getText().strip());
                if (node != null) {
                    offer(node, roles);
                }
            }
        }
    }

    private static void offer(ActivityImpl node, String roles) {
        if (node.getActivityBehavior() instanceof UserTaskActivityBehavior userTask) {
            TaskDefinition task = userTask.getTaskDefinition();
            boolean offered = task.getAssigneeExpression() != null
                    || !task.getCandidateGroupIdExpressions().isEmpty()
                    || !task.getCandidateUserIdExpressions().isEmpty();
            if (!offered) {
                Stream.of(roles.split("[,\\s]+"))
                        .filter(role -> role.matches("[A-Za-z0-9._@-]+") && !Role.OF_TASK.contains(role))
                        .filter(role -> Role.field(role) == null)
                        .forEach(group -> task.addCandidateGroupIdExpression(new FixedValue(group)));
            }
        }
        node.getActivities().forEach(inner -> offer(inner, roles));
    }
}
