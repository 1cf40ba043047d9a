package dev.baton.engine.diagram;

import dev.baton.lifecycle.Diagram;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.LifecycleValidator;
import dev.baton.lifecycle.ValidationContext;
import dev.baton.lifecycle.Violation;
import dev.baton.testing.Drawing;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;

/** Reads diagrams without a server or an engine. */
public final class ReadDiagram {

    private ReadDiagram() {}

    public static Lifecycle lifecycle(Drawing drawing) {
        return Lifecycle.read(DiagramReader.read(model(drawing)));
    }

    public static List<Violation> violations(Drawing drawing, ValidationContext around) {
        List<Violation> violations = new ArrayList<>();
        Diagram diagram = DiagramReader.read(BpmnFile.process(model(drawing)), violations);
        violations.addAll(new LifecycleValidator(diagram, around).violations());
        return violations;
    }

    private static BpmnModelInstance model(Drawing drawing) {
        return Bpmn.readModelFromStream(new ByteArrayInputStream(drawing.xml().getBytes(StandardCharsets.UTF_8)));
    }
}
