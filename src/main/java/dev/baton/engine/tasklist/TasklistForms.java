package dev.baton.engine.tasklist;

import org.camunda.bpm.engine.impl.el.FixedValue;
import org.camunda.bpm.engine.impl.form.FormDefinition;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.task.TaskDefinition;

/** Sets the generated forms for user tasks and starts, unless the diagram names a form. */
public final class TasklistForms {

    private static final String TASK = "embedded:/forms/task.html";
    private static final String START = "embedded:/forms/start.html";

    private TasklistForms() {}

    public static void setDefault(TaskDefinition task) {
        if (hasNoForm(task.getFormDefinition())) {
            task.getFormDefinition().setFormKey(new FixedValue(TASK));
        }
    }

    public static void setDefault(ProcessDefinitionEntity process) {
        if (process.getStartFormDefinition() == null) {
            process.setStartFormDefinition(new FormDefinition());
        }
        if (hasNoForm(process.getStartFormDefinition())) {
            process.getStartFormDefinition().setFormKey(new FixedValue(START));
            process.setHasStartFormKey(true);
        }
    }

    private static boolean hasNoForm(FormDefinition form) {
        return form.getFormKey() == null && form.getCamundaFormDefinitionKey() == null;
    }
}
