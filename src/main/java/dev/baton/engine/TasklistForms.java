package dev.baton.engine;

import org.camunda.bpm.engine.impl.el.FixedValue;
import org.camunda.bpm.engine.impl.form.FormDefinition;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.task.TaskDefinition;

/** Gives every user task and every start a form, unless the diagram names one: forms are made from arrows and schemas. */
final class TasklistForms {

    private static final String TASK = "embedded:/forms/task.html";
    private static final String START = "embedded:/forms/start.html";

    private TasklistForms() {}

    static void offer(TaskDefinition task) {
        if (none(task.getFormDefinition())) {
            task.getFormDefinition().setFormKey(new FixedValue(TASK));
        }
    }

    static void offer(ProcessDefinitionEntity process) {
        if (process.getStartFormDefinition() == null) {
            process.setStartFormDefinition(new FormDefinition());
        }
        if (none(process.getStartFormDefinition())) {
            process.getStartFormDefinition().setFormKey(new FixedValue(START));
            process.setHasStartFormKey(true);
        }
    }

    private static boolean none(FormDefinition form) {
        return form.getFormKey() == null && form.getCamundaFormDefinitionKey() == null;
    }
}
