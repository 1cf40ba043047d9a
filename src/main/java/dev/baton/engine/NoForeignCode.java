package dev.baton.engine;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import javax.script.ScriptEngineManager;
import org.camunda.bpm.engine.ArtifactFactory;
import org.camunda.bpm.engine.impl.bpmn.behavior.ClassDelegateActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.ScriptTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.ShellActivityBehavior;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.pvm.delegate.ActivityBehavior;
import org.camunda.bpm.engine.impl.pvm.delegate.ActivityExecution;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.scripting.engine.ScriptEngineResolver;

/**
 * Turns off whatever lets a diagram bring code of its own: scripts, Java classes, shell commands, serialised Java objects.
 * New diagrams with such things are refused by {@link CodeCheck}; this stops those that a database already holds, when a
 * task gets there and not before, so that its other arrows can still be taken.
 */
final class NoForeignCode {

    private NoForeignCode() {}

    static void install(ProcessEngineConfigurationImpl engine) {
        engine.setScriptEngineResolver(new NoScripts());
        engine.setEnableFetchScriptEngineFromProcessApplication(false);
        engine.setEnableScriptEngineLoadExternalResources(false);
        engine.setEnableScriptCompilation(false);
        engine.setArtifactFactory(new NoClasses());
        engine.setJavaSerializationFormatEnabled(false);
        engine.setDeserializationTypeValidationEnabled(true);
        engine.setEnableXxeProcessing(false);
    }

    static void disarm(ActivityImpl activity) {
        ActivityBehavior behavior = activity.getActivityBehavior();
        if (behavior instanceof ShellActivityBehavior
                || behavior instanceof ScriptTaskActivityBehavior
                || behavior instanceof ClassDelegateActivityBehavior) {
            activity.setActivityBehavior(new Disarmed());
        }
    }

    private static Refusal refusal(String what) {
        return new Refusal(
                Reason.CONFLICT,
                "diagram",
                "The diagram wants to run " + what + ", which is not allowed: an admin has to deploy a repaired version"
                        + " and move the tasks to it");
    }

    private static final class Disarmed implements ActivityBehavior {

        @Override
        public void execute(ActivityExecution execution) {
            throw refusal("foreign code at '" + execution.getCurrentActivityId() + "'");
        }
    }

    private static final class NoScripts implements ScriptEngineResolver {

        @Override
        public ScriptEngine getScriptEngine(String language, boolean fromCache) {
            throw refusal("a script");
        }

        @Override
        public void addScriptEngineFactory(ScriptEngineFactory factory) {
            // there is nothing to add it to
        }

        @Override
        public ScriptEngineManager getScriptEngineManager() {
            throw refusal("a script");
        }
    }

    /** The engine makes shell tasks this way while it reads a diagram; they are disarmed right after. */
    private static final class NoClasses implements ArtifactFactory {

        @Override
        public <T> T getArtifact(Class<T> type) {
            if (type == ShellActivityBehavior.class) {
                return type.cast(new ShellActivityBehavior());
            }
            throw refusal("the class " + type.getName());
        }
    }
}
