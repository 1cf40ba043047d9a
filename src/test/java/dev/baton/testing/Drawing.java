package dev.baton.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A small diagram as text. At first it is valid, with a state {@code open} and the arrows {@code finish} and
 * {@code again}; tests add elements or make it invalid.
 */
public final class Drawing {

    private final String key;
    private final Map<String, String> elements = new LinkedHashMap<>();
    private final Map<String, String> roots = new LinkedHashMap<>();
    private String attributes = "isExecutable=\"true\" camunda:historyTimeToLive=\"P30D\"";

    private Drawing(String key) {
        this.key = key;
    }

    public static Drawing good() {
        return good("drawing-" + UUID.randomUUID().toString().substring(0, 8));
    }

    public static Drawing good(String key) {
        return new Drawing(key)
                .draw("begin", node("startEvent", "begin"))
                .draw("open", state("receiveTask", "open", "open"))
                .draw("open_out", node("exclusiveGateway", "open_out"))
                .draw("done", state("endEvent", "done", "done"))
                .draw("begin__open", arrow("begin__open", "begin", "open"))
                .draw("open__open_out", arrow("open__open_out", "open", "open_out"))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "done"))
                .draw("open__again", arrow("open__again", "again", "open_out", "open"));
    }

    /** An element with the id {@code odd} on the way to the end. */
    public static Drawing passing(String xml) {
        return good().draw("odd", xml)
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "odd"))
                .draw("open__quit", arrow("open__quit", "quit", "open_out", "done"))
                .draw("odd__done", arrow("odd__done", "odd", "done"));
    }

    /** The arrow {@code finish} with properties. */
    public static Drawing guarded(String... namesAndValues) {
        return good().draw(
                        "open__finish",
                        arrow("open__finish", "finish", "open_out", "done", properties(namesAndValues)));
    }

    /** The arrow {@code finish} leads through a sub-process, to {@code done}, or by an error to {@code broken}. */
    public static Drawing trial() {
        String error = "<bpmn:errorEventDefinition errorRef=\"Error_x\"/>";
        return good().draw(
                        "trial",
                        node(
                                "subProcess",
                                "trial",
                                node("startEvent", "trial_begin"),
                                element("exclusiveGateway", "id=\"trial_ok\" default=\"trial_bad\""),
                                node("endEvent", "trial_passed"),
                                node("endEvent", "trial_broken", error),
                                arrow("trial_flow", "trial_begin", "trial_ok"),
                                arrow("trial_good", "", "trial_ok", "trial_passed", when("${payload.ok}")),
                                arrow("trial_bad", "trial_ok", "trial_broken")))
                .draw("trial_breaks", boundary("trial_breaks", "trial", error))
                .draw("broken", state("endEvent", "broken", "broken"))
                .draw("trial_breaks__broken", arrow("trial_breaks__broken", "trial_breaks", "broken"))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "trial"))
                .draw("trial__done", arrow("trial__done", "trial", "done"))
                .beside("<bpmn:error id=\"Error_x\" errorCode=\"x\"/>");
    }

    /** The message {@code stop} leads from every state to {@code stopped}. */
    public static Drawing stoppable() {
        return good().draw(
                        "stopping",
                        element(
                                "subProcess",
                                "id=\"stopping\" triggeredByEvent=\"true\"",
                                node(
                                        "startEvent",
                                        "stop",
                                        "<bpmn:messageEventDefinition messageRef=\"Message_stop\"/>"),
                                state("endEvent", "stopped", "stopped"),
                                arrow("stop__stopped", "stop", "stopped")))
                .beside("<bpmn:message id=\"Message_stop\" name=\"stop\"/>");
    }

    public String key() {
        return key;
    }

    /** Puts an element in, in the place of the one with the same id. */
    public Drawing draw(String id, String xml) {
        elements.put(id, xml);
        return this;
    }

    /** Lanes, which BPMN wants before all other elements. */
    public Drawing lanes(String... lanes) {
        String set = "<bpmn:laneSet id=\"lanes\">" + String.join("", lanes) + "</bpmn:laneSet>";
        Map<String, String> others = new LinkedHashMap<>(elements);
        others.remove("lanes");
        elements.clear();
        elements.put("lanes", set);
        elements.putAll(others);
        return this;
    }

    public Drawing erase(String... ids) {
        for (String id : ids) {
            elements.remove(id);
        }
        return this;
    }

    /** A message, an error or another process beside the lifecycle's own. */
    public Drawing beside(String xml) {
        roots.put(xml, xml);
        return this;
    }

    public Drawing attributes(String text) {
        attributes = text;
        return this;
    }

    public String xml() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
                    xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="http://baton.dev/lifecycles">
                <bpmn:process id="%s" %s>
                %s
                </bpmn:process>
                %s
                </bpmn:definitions>
                """.formatted(key, attributes, String.join("\n", elements.values()), String.join("\n", roots.values()));
    }

    public static String node(String type, String id, String... content) {
        return element(type, "id=\"" + id + "\"", content);
    }

    public static String state(String type, String id, String state, String... content) {
        return node(type, id, prepend(properties("state", state), content));
    }

    public static String element(String type, String attributes, String... content) {
        return "<bpmn:" + type + " " + attributes + ">" + String.join("", content) + "</bpmn:" + type + ">";
    }

    public static String arrow(String id, String from, String to) {
        return element("sequenceFlow", "id=\"%s\" sourceRef=\"%s\" targetRef=\"%s\"".formatted(id, from, to));
    }

    public static String arrow(String id, String name, String from, String to, String... content) {
        return element(
                "sequenceFlow",
                "id=\"%s\" name=\"%s\" sourceRef=\"%s\" targetRef=\"%s\"".formatted(id, name, from, to),
                content);
    }

    public static String when(String expression) {
        return "<bpmn:conditionExpression xsi:type=\"bpmn:tFormalExpression\">" + expression
                + "</bpmn:conditionExpression>";
    }

    public static String boundary(String id, String host, String... content) {
        return element("boundaryEvent", "id=\"%s\" attachedToRef=\"%s\"".formatted(id, host), content);
    }

    public static String timer() {
        return "<bpmn:timerEventDefinition><bpmn:timeDuration xsi:type=\"bpmn:tFormalExpression\">P1D"
                + "</bpmn:timeDuration></bpmn:timerEventDefinition>";
    }

    /** @param namesAndValues name, value, name, value… */
    public static String properties(String... namesAndValues) {
        StringBuilder text = new StringBuilder("<bpmn:extensionElements><camunda:properties>");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            text.append(
                    "<camunda:property name=\"%s\" value=\"%s\"/>".formatted(namesAndValues[i], namesAndValues[i + 1]));
        }
        return text.append("</camunda:properties></bpmn:extensionElements>").toString();
    }

    private static String[] prepend(String first, String[] others) {
        String[] all = new String[others.length + 1];
        all[0] = first;
        System.arraycopy(others, 0, all, 1, others.length);
        return all;
    }
}
