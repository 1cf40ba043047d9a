package dev.baton.pages;

import dev.baton.engine.DeployedLifecycle;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BaseElement;
import org.camunda.bpm.model.bpmn.instance.Documentation;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperties;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperty;

/** What a lifecycle's page says because the diagram says it: the picture, the states, the transitions. */
final class GeneratedPart {

    private final Lifecycle lifecycle;
    private final BpmnModelInstance model;

    GeneratedPart(DeployedLifecycle deployed, BpmnModelInstance model) {
        this.lifecycle = deployed.lifecycle();
        this.model = model;
    }

    String markdown() {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("![%s](%s.svg)\n".formatted(lifecycle.name(), lifecycle.key()));
        lines.add("| state | waits for | |\n| --- | --- | --- |");
        lifecycle.states().forEach(state -> lines.add(row(state)));
        lines.add("\n| from | trigger | to | who | requires |\n| --- | --- | --- | --- | --- |");
        exits(null, lines);
        lifecycle.states().forEach(state -> exits(state.name(), lines));
        return lines.toString();
    }

    private String row(State state) {
        String waits = state.terminal() ? "(the end)" : state.waitsFor().name().toLowerCase(Locale.ROOT);
        return cells(
                "`" + state.name() + "`", waits, documentation(state.elements().get(0)));
    }

    private void exits(String from, StringJoiner lines) {
        Map<String, Exit> exits = new LinkedHashMap<>();
        lifecycle.exits(from).forEach(exit -> exits.put(exit.element(), exit));
        for (Exit exit : exits.values()) {
            Set<String> targets = lifecycle.targets(from, exit);
            if (!targets.isEmpty()) {
                lines.add(row(from, exit, targets));
            }
        }
    }

    private String row(String from, Exit exit, Set<String> targets) {
        Map<String, String> said = properties(exit.element());
        Set<String> states = new LinkedHashSet<>();
        targets.forEach(state -> states.add("`" + state + "`"));
        return cells(
                from == null ? "(new)" : "`" + from + "`",
                trigger(exit),
                String.join(" or ", states),
                exit.kind() == Exit.Kind.ACTOR || exit.requestable() ? who(said) : "",
                requires(said));
    }

    private static String trigger(Exit exit) {
        String name = exit.trigger() == null ? "" : "`" + exit.trigger() + "`";
        return switch (exit.kind()) {
            case ACTOR -> name;
            case AUTOMATIC -> exit.requestable() ? name : "(at once)";
            case TIMER -> name + " (time is up)";
            case ERROR -> name + " (error)";
        };
    }

    private static String who(Map<String, String> said) {
        String roles = said.getOrDefault("roles", "everybody").replaceAll("\\s*,\\s*", ", ");
        String text = "held".equals(said.get("lease")) ? "the holder of the lease" : roles;
        text += said.containsKey("force") ? ", or " + said.get("force") + " without it" : "";
        return said.containsKey("except") ? text + "; not " + said.get("except") : text;
    }

    private static String requires(Map<String, String> said) {
        StringJoiner text = new StringJoiner("; ");
        if (said.containsKey("requires")) {
            text.add(said.get("requires").replaceAll("\\s*,\\s*", ", ").replaceAll("([\\w-]+)", "`$1`"));
        }
        if (said.containsKey("needs")) {
            text.add("rule " + said.get("needs"));
        }
        return text.toString();
    }

    private String documentation(String element) {
        BaseElement found = model.getModelElementById(element);
        return found == null
                ? ""
                : found.getDocumentations().stream()
                        .map(Documentation::getTextContent)
                        .map(text -> text.strip().replaceAll("\\s+", " "))
                        .findFirst()
                        .orElse("");
    }

    private Map<String, String> properties(String element) {
        Map<String, String> said = new LinkedHashMap<>();
        BaseElement found = model.getModelElementById(element);
        if (found != null && found.getExtensionElements() != null) {
            for (CamundaProperties group : found.getExtensionElements()
                    .getElementsQuery()
                    .filterByType(CamundaProperties.class)
                    .list()) {
                for (CamundaProperty property : group.getCamundaProperties()) {
                    said.put(property.getCamundaName(), property.getCamundaValue());
                }
            }
        }
        return said;
    }

    private static String cells(String... cells) {
        return "| " + String.join(" | ", cells).replace("  ", " ") + " |";
    }
}
