package dev.baton.engine.diagram;

import dev.baton.lifecycle.Decision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.model.dmn.instance.DecisionTable;
import org.camunda.bpm.model.dmn.instance.Description;
import org.camunda.bpm.model.dmn.instance.InformationRequirement;
import org.camunda.bpm.model.dmn.instance.Input;
import org.camunda.bpm.model.dmn.instance.LiteralExpression;
import org.camunda.bpm.model.dmn.instance.Output;
import org.camunda.bpm.model.dmn.instance.Rule;
import org.camunda.bpm.model.dmn.instance.Text;

/** Turns Camunda's object model of a DMN file into {@link Decision}s. */
public final class DecisionReader {

    private DecisionReader() {}

    public static List<Decision> read(DecisionFile file) {
        return file.model().getModelElementsByType(org.camunda.bpm.model.dmn.instance.Decision.class).stream()
                .map(DecisionReader::decision)
                .toList();
    }

    /** The decisions of all tables of a deployment. */
    public static List<Decision> read(RepositoryService repository, String deployment) throws IOException {
        List<Decision> decisions = new ArrayList<>();
        for (String name : repository.getDeploymentResourceNames(deployment)) {
            if (DecisionFile.isDecisions(name)) {
                try (var text = repository.getResourceAsStream(deployment, name)) {
                    decisions.addAll(read(DecisionFile.read(name, text.readAllBytes())));
                }
            }
        }
        return decisions;
    }

    private static Decision decision(org.camunda.bpm.model.dmn.instance.Decision decision) {
        List<String> requires = decision.getInformationRequirements().stream()
                .map(InformationRequirement::getRequiredDecision)
                .filter(Objects::nonNull)
                .map(required -> required.getId())
                .toList();
        if (decision.getExpression() instanceof DecisionTable table) {
            String aggregation = table.getAggregation() == null ? "" : " " + table.getAggregation();
            return new Decision(
                    decision.getId(),
                    decision.getName(),
                    (table.getHitPolicy() + aggregation).replace('_', ' ').toUpperCase(Locale.ROOT),
                    table.getInputs().stream().map(DecisionReader::input).toList(),
                    table.getOutputs().stream().map(DecisionReader::output).toList(),
                    table.getRules().stream().map(DecisionReader::rule).toList(),
                    null,
                    requires);
        }
        String expression =
                decision.getExpression() instanceof LiteralExpression literal ? text(literal.getText()) : null;
        return new Decision(
                decision.getId(), decision.getName(), null, List.of(), List.of(), List.of(), expression, requires);
    }

    private static Decision.InputColumn input(Input input) {
        return new Decision.InputColumn(
                input.getLabel(),
                text(input.getInputExpression().getText()),
                input.getInputExpression().getTypeRef());
    }

    private static Decision.OutputColumn output(Output output) {
        return new Decision.OutputColumn(output.getName(), output.getLabel(), output.getTypeRef());
    }

    private static Decision.TableRule rule(Rule rule) {
        Description description = rule.getDescription();
        return new Decision.TableRule(
                rule.getInputEntries().stream()
                        .map(entry -> text(entry.getText()))
                        .toList(),
                rule.getOutputEntries().stream()
                        .map(entry -> text(entry.getText()))
                        .toList(),
                description == null ? null : description.getTextContent());
    }

    private static String text(Text text) {
        return text == null ? "" : text.getTextContent().strip();
    }
}
