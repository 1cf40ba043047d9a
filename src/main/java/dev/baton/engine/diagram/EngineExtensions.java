package dev.baton.engine.diagram;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.w3c.dom.Element;
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
            "candidateUsers",
            "collection",
            "decisionRef",
            "decisionRefBinding",
            "delegateExpression",
            "dueDate",
            "elementVariable",
            "errorMessage",
            "exclusive",
            "expression",
            "followUpDate",
            "formKey",
            "formRef",
            "formRefBinding",
            "formRefVersion",
            "historyTimeToLive",
            "isStartableInTasklist",
            "jobPriority",
            "mapDecisionResult",
            "modelerTemplate",
            "modelerTemplateIcon",
            "modelerTemplateVersion",
            "priority",
            "resultVariable",
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

    /**
     * Where the engine reads something.
     *
     * @param words for messages
     * @param elements of BPMN
     */
    private record Place(String words, Set<String> elements) {}

    private static final Place PERSON = new Place("user tasks", Set.of("userTask"));
    private static final Place FORM = new Place("user tasks and start events", Set.of("userTask", "startEvent"));
    private static final Place PROCESS = new Place("the process", Set.of("process"));
    private static final Place MANY =
            new Place("the marker of multi-instance activities", Set.of("multiInstanceLoopCharacteristics"));
    private static final Place EXTERNAL = new Place("service tasks of type external", Set.of("serviceTask"));
    private static final Place DECISION =
            new Place("business rule tasks that ask a decision", Set.of("businessRuleTask"));
    private static final Place WORK = new Place(
            "service tasks, send tasks, business rule tasks and message events",
            Set.of("serviceTask", "sendTask", "businessRuleTask", "messageEventDefinition"));

    /** Elsewhere the engine ignores it. What is not listed can stand on every element, or has a check of its own. */
    private static final Map<String, Place> PLACES = Map.ofEntries(
            Map.entry("assignee", PERSON),
            Map.entry("candidateGroups", PERSON),
            Map.entry("candidateUsers", PERSON),
            Map.entry("dueDate", PERSON),
            Map.entry("followUpDate", PERSON),
            Map.entry("priority", PERSON),
            Map.entry("taskListener", PERSON),
            Map.entry("formData", FORM),
            Map.entry("formKey", FORM),
            Map.entry("formRef", FORM),
            Map.entry("formRefBinding", FORM),
            Map.entry("formRefVersion", FORM),
            Map.entry("historyTimeToLive", PROCESS),
            Map.entry("isStartableInTasklist", PROCESS),
            Map.entry("versionTag", PROCESS),
            Map.entry("collection", MANY),
            Map.entry("elementVariable", MANY),
            Map.entry("topic", EXTERNAL),
            Map.entry("decisionRefBinding", DECISION),
            Map.entry("mapDecisionResult", DECISION),
            Map.entry("resultVariable", DECISION),
            Map.entry("delegateExpression", WORK),
            Map.entry("expression", WORK));

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

    /** Where an attribute or element of the engine belongs, if it means nothing on this element of BPMN. */
    static Optional<String> betterPlace(Element element, String name) {
        Place place = PLACES.get(name);
        boolean read = place == null
                || place.elements.contains(element.getLocalName())
                        && (place != EXTERNAL || "external".equals(DomElements.extension(element, "type")))
                        && (place != DECISION || DomElements.extension(element, "decisionRef") != null);
        return read ? Optional.empty() : Optional.of(place.words);
    }

    /** What to use instead of one that is not allowed. */
    static String instead(String name) {
        return switch (name) {
            case "class", "variableMappingClass", "formHandlerClass", "field" ->
                "diagrams run no classes of their own; name one of the server's delegates with"
                        + " camunda:delegateExpression";
            case "script", "resource" -> "diagrams run no scripts; use an expression or one of the server's delegates";
            case "candidateStarterGroups", "candidateStarterUsers" -> "nobody would enforce it; remove it";
            case "initiator" -> "the role 'creator' is whoever began the task; remove it";
            case "type", "connector" -> "diagrams run no commands and call no other systems";
            default -> "it has no use in a lifecycle; remove it";
        };
    }
}
