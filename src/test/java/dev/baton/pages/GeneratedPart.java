package dev.baton.pages;

import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.StateNotes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BaseElement;
import org.camunda.bpm.model.bpmn.instance.BoundaryEvent;
import org.camunda.bpm.model.bpmn.instance.Documentation;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperties;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperty;

/** What a lifecycle's page says because the diagram says it: the picture, the states, the transitions and their work. */
final class GeneratedPart {

    private final Lifecycle lifecycle;
    private final BpmnModelInstance model;
    private final WorkOnTheWay work;

    GeneratedPart(DeployedLifecycle deployed, BpmnModelInstance model) {
        this.lifecycle = deployed.lifecycle();
        this.model = model;
        Map<String, String> stateOfElement = new LinkedHashMap<>();
        lifecycle.states().forEach(state -> state.elements().forEach(e -> stateOfElement.put(e, state.name())));
        this.work = new WorkOnTheWay(model, stateOfElement);
    }

    String markdown() {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("![%s](%s.svg)\n".formatted(lifecycle.name(), lifecycle.key()));
        lines.add("| state | waits for | |\n| --- | --- | --- |");
        lifecycle.states().forEach(state -> lines.add(row(state)));
        lines.add("\n| from | trigger | to | who | requires | on the way |\n| --- | --- | --- | --- | --- | --- |");
        exits(null, lines);
        for (State state : lifecycle.states()) {
            exits(state.name(), lines);
            noticed(state, lines);
        }
        return lines.toString();
    }

    private String row(State state) {
        String waits = state.terminal() ? "(the end)" : state.waitsFor().name().toLowerCase(Locale.ROOT);
        String notes = String.join("; ", StateNotes.of(state));
        return cells(
                "`" + state.name() + "`",
                waits,
                documentation(state.elements().get(0)) + (notes.isEmpty() ? "" : " (" + notes + ")"));
    }

    private void exits(String from, StringJoiner lines) {
        Map<String, Exit> exits = new LinkedHashMap<>();
        lifecycle.exits(from).forEach(exit -> exits.put(exit.element(), exit));
        for (Exit exit : exits.values()) {
            Set<String> targets = lifecycle.targets(from, exit);
            if (!targets.isEmpty()) {
                lines.add(row(from, exit, targets));
            } else if (exit.within()) {
                lines.add(stays(from, exit));
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
                requires(said),
                work(work.after(exit.element())));
    }

    private String stays(String from, Exit exit) {
        Map<String, String> said = properties(exit.element());
        return cells(
                "`" + from + "`",
                trigger(exit),
                "(stays)",
                who(said),
                requires(said),
                String.join(", ", work.written(exit.element())));
    }

    /** Events that do something and leave the task where it is. */
    private void noticed(State state, StringJoiner lines) {
        model.getModelElementsByType(BoundaryEvent.class).stream()
                .filter(event -> !event.cancelActivity()
                        && state.elements().contains(event.getAttachedTo().getId()))
                .forEach(event -> lines.add(cells(
                        "`" + state.name() + "`",
                        "`" + event.getName() + "` (time is up)",
                        "(stays)",
                        "",
                        "",
                        work(work.after(event.getId())))));
    }

    /** First what is done in any case, then what is done only on the way to one of the states. */
    private static String work(Map<String, Set<String>> byState) {
        Set<String> always = new LinkedHashSet<>(byState.values().iterator().next());
        byState.values().forEach(always::retainAll);
        StringJoiner text = new StringJoiner("; ");
        if (!always.isEmpty()) {
            text.add(String.join(", ", always));
        }
        byState.forEach((state, done) -> {
            Set<String> only = new LinkedHashSet<>(done);
            only.removeAll(always);
            if (!only.isEmpty()) {
                text.add("to `" + state + "`: " + String.join(", ", only));
            }
        });
        return text.toString();
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
        String text = switch (said.getOrDefault("lease", "")) {
            case "held" -> "the holder of the lease";
            case "holder", "new", "end" -> roles + ", if nobody else holds it";
            default -> roles;
        };
        text += "true".equals(said.get("claim")) ? " (claims take it)" : "";
        text += said.containsKey("on") ? ", when the last blocker has finished" : "";
        text += said.containsKey("force") ? ", or " + said.get("force") + " in any case" : "";
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
