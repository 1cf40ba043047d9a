package dev.baton.engine.failure;

import dev.baton.lifecycle.Violation;
import java.util.List;
import java.util.Optional;
import org.camunda.bpm.engine.ParseException;
import org.camunda.bpm.engine.Problem;
import org.camunda.bpm.engine.ProcessEngineException;

/** A diagram is not a valid lifecycle. Camunda's REST and the Modeler show every violation with its element. */
public final class InvalidDiagram extends ParseException {

    private final transient List<Violation> violations;

    public InvalidDiagram(String resource, List<Violation> violations) {
        super(message(resource, violations), resource, List.copyOf(problems(violations)), List.of());
        this.violations = violations;
    }

    /** Errors that the engine found in a diagram that passed our own checks. */
    public static Optional<InvalidDiagram> of(String resource, ProcessEngineException e) {
        if (e instanceof InvalidDiagram already) {
            return Optional.of(already);
        }
        if (e instanceof ParseException parse) {
            return Optional.of(new InvalidDiagram(
                    resource,
                    parse.getResorceReports().stream()
                            .flatMap(report -> report.getErrors().stream())
                            .map(p -> new Violation(
                                    p.getMainElementId() == null ? resource : p.getMainElementId(),
                                    sentence(p.getMessage())))
                            .toList()));
        }
        return EngineErrors.unparsable(e)
                ? Optional.of(new InvalidDiagram(resource, List.of(new Violation(resource, e.getMessage()))))
                : Optional.empty();
    }

    public List<Violation> violations() {
        return violations;
    }

    /** What the engine says of a missing reference, in words that make sense. */
    private static String sentence(String message) {
        return message.replaceFirst(
                "^Invalid '(\\w+)Ref': no \\w+ with id 'null' found\\.?$", "it names no $1: choose one");
    }

    private static String message(String resource, List<Violation> violations) {
        StringBuilder text = new StringBuilder(resource).append(" is not a lifecycle:");
        violations.forEach(v -> text.append("\n* ").append(v));
        return text.toString();
    }

    private static List<ProblemAt> problems(List<Violation> violations) {
        return violations.stream().map(ProblemAt::new).toList();
    }

    private record ProblemAt(Violation violation) implements Problem {

        @Override
        public String getMessage() {
            return violation.message();
        }

        @Override
        public int getLine() {
            return 0;
        }

        @Override
        public int getColumn() {
            return 0;
        }

        @Override
        public String getMainElementId() {
            return violation.element();
        }

        @Override
        public List<String> getElementIds() {
            return List.of(violation.element());
        }
    }
}
