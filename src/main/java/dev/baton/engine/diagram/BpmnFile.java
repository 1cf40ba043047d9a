package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.bpmn.deployer.BpmnDeployer;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.xml.ModelException;

/** Which files are diagrams, and which process of a file is the lifecycle. */
public final class BpmnFile {

    private BpmnFile() {}

    public static boolean isDiagram(ResourceEntity file) {
        return Stream.of(BpmnDeployer.BPMN_RESOURCE_SUFFIXES).anyMatch(file.getName()::endsWith);
    }

    /** The file's one executable process; null when there is none or more than one. */
    public static Process process(BpmnModelInstance model) {
        List<Process> executable = model.getModelElementsByType(Process.class).stream()
                .filter(BpmnFile::executable)
                .toList();
        return executable.size() == 1 ? executable.get(0) : null;
    }

    /** As the engine sees it, which also runs a process that says nothing about it. */
    private static boolean executable(Process process) {
        String said = process.getAttributeValue("isExecutable");
        return said == null || Boolean.parseBoolean(said);
    }

    /** The process of a file under check; null if there is none to check. What is wrong is added to the violations. */
    static Process process(ResourceEntity file, List<Violation> violations) {
        Optional<String> tooLarge = DiagramSize.fault(file.getBytes());
        if (tooLarge.isPresent()) {
            violations.add(new Violation(file.getName(), tooLarge.get()));
            return null;
        }
        try {
            BpmnModelInstance model = StrictBpmnParser.read(file.getBytes());
            Process process = process(model);
            if (process == null) {
                violations.add(new Violation(
                        file.getName(), "a file holds one lifecycle: exactly one process that is executable"));
            } else if (!hasId(process)) {
                violations.add(
                        new Violation(file.getName(), "the process has no id: give it one, it is the lifecycle's key"));
                return null;
            }
            return process;
        } catch (ModelException e) {
            List<Violation> faults = XmlSchemaFaults.of(file.getBytes(), file.getName());
            if (faults.isEmpty()) {
                violations.add(new Violation(file.getName(), "this is not a BPMN file: " + XmlSchemaMessage.of(e)));
                return null;
            }
            violations.addAll(faults);
            return withoutSchema(file);
        }
    }

    /** The process in a file that breaks the XML schema; null if not even that can be found. */
    private static Process withoutSchema(ResourceEntity file) {
        try {
            Process process = process(LenientBpmnParser.read(file.getBytes()));
            return hasId(process) ? process : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** The key of the lifecycle in a file; null if it can't be read, which its check reports. */
    public static String processId(byte[] xml) {
        try {
            Process process = DiagramSize.fault(xml).isPresent() ? null : process(LenientBpmnParser.read(xml));
            return hasId(process) ? process.getId() : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static boolean hasId(Process process) {
        return process != null && process.getId() != null && !process.getId().isBlank();
    }
}
