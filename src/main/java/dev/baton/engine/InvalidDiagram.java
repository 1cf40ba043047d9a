package dev.baton.engine;

import dev.baton.lifecycle.Violation;
import java.util.List;
import org.camunda.bpm.engine.ParseException;
import org.camunda.bpm.engine.Problem;

/** A diagram that can't become a lifecycle. Camunda's REST and the Modeler show every violation with its element. */
public final class InvalidDiagram extends ParseException {

    private final transient List<Violation> violations;

    InvalidDiagram(String resource, List<Violation> violations) {
        super(message(resource, violations), resource, List.copyOf(problems(violations)), List.of());
        this.violations = violations;
    }

    /** What the engine itself finds wrong, in the same form. */
    static InvalidDiagram of(String resource, ParseException found) {
        return found instanceof InvalidDiagram ours
                ? ours
                : new InvalidDiagram(
                        resource,
                        found.getResorceReports().stream()
                                .flatMap(report -> report.getErrors().stream())
                                .map(problem -> new Violation(element(resource, problem), problem.getMessage()))
                                .toList());
    }

    private static String element(String resource, Problem problem) {
        return problem.getMainElementId() == null ? resource : problem.getMainElementId();
    }

    public List<Violation> violations() {
        return violations;
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
