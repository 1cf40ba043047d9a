package dev.baton.engine.diagram;

import java.util.Map;
import java.util.Set;
import org.w3c.dom.Node;

/**
 * The allow list of the engine's attributes and elements in diagrams. None of them names a class, a script, a command or a
 * connector.
 */
final class EngineExtensions {

    /** The engine treats these namespaces alike. */
    private static final Set<String> NAMESPACES =
            Set.of("http://camunda.org/schema/1.0/bpmn", "http://activiti.org/bpmn", "http://www.camunda.com/fox");

    /** The engine's attributes on elements of BPMN. */
    private static final Set<String> ATTRIBUTES = Set.of(
            "assignee",
            "async",
            "asyncAfter",
            "asyncBefore",
            "candidateGroups",
            "candidateStarterGroups",
            "candidateStarterUsers",
            "candidateUsers",
            "collection",
            "decisionRef",
            "decisionRefBinding",
            "delegateExpression",
            "dueDate",
            "elementVariable",
            "errorCodeVariable",
            "errorMessage",
            "errorMessageVariable",
            "exclusive",
            "expression",
            "followUpDate",
            "formKey",
            "formRef",
            "formRefBinding",
            "formRefVersion",
            "historyTimeToLive",
            "initiator",
            "isStartableInTasklist",
            "jobPriority",
            "mapDecisionResult",
            "modelerTemplate",
            "modelerTemplateIcon",
            "modelerTemplateVersion",
            "priority",
            "resultVariable",
            "taskPriority",
            "topic",
            "versionTag");

    /** The engine's elements, each with its attributes. */
    private static final Map<String, Set<String>> ELEMENTS = Map.ofEntries(
            Map.entry("constraint", Set.of("name", "config")),
            Map.entry("entry", Set.of("key")),
            Map.entry("executionListener", Set.of("event", "expression", "delegateExpression")),
            Map.entry("failedJobRetryTimeCycle", Set.of()),
            Map.entry("formData", Set.of("businessKey")),
            Map.entry("formField", Set.of("id", "label", "type", "datePattern", "defaultValue")),
            Map.entry("inputOutput", Set.of()),
            Map.entry("inputParameter", Set.of("name")),
            Map.entry("list", Set.of()),
            Map.entry("map", Set.of()),
            Map.entry("outputParameter", Set.of("name")),
            Map.entry("properties", Set.of()),
            Map.entry("property", Set.of("id", "name", "value")),
            Map.entry("taskListener", Set.of("id", "event", "expression", "delegateExpression")),
            Map.entry("validation", Set.of()),
            Map.entry("value", Set.of("id", "name")));

    private EngineExtensions() {}

    static boolean owns(Node node) {
        return node.getNamespaceURI() != null && NAMESPACES.contains(node.getNamespaceURI());
    }

    static boolean allowsElement(String name) {
        return ELEMENTS.containsKey(name);
    }

    /** @param element the engine's element that has the attribute; null for an element of BPMN */
    static boolean allowsAttribute(String element, String name) {
        return (element == null ? ATTRIBUTES : ELEMENTS.get(element)).contains(name);
    }

    /** What to use instead of one that is not allowed. */
    static String instead(String name) {
        return switch (name) {
            case "class", "variableMappingClass", "formHandlerClass", "field" ->
                "diagrams run no classes of their own; name one of the server's delegates with"
                        + " camunda:delegateExpression";
            case "script", "resource" -> "diagrams run no scripts; use an expression or one of the server's delegates";
            case "type", "connector" -> "diagrams run no commands and call no other systems";
            default -> "it has no use in a lifecycle; remove it";
        };
    }
}
