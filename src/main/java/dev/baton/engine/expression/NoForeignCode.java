package dev.baton.engine.expression;

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
 * Turns off scripts, Java classes, shell commands and serialised Java objects in diagrams. {@code CodeCheck} refuses new
 * diagrams with such code. Older ones in the database fail only when a task reaches the code, so that other arrows still work.
 */
public final class NoForeignCode {

    private NoForeignCode() {}

    public static void install(ProcessEngineConfigurationImpl engine) {
        engine.setScriptEngineResolver(new NoScripts());
        engine.setEnableFetchScriptEngineFromProcessApplication(false);
        engine.setEnableScriptEngineLoadExternalResources(false);
        engine.setEnableScriptCompilation(false);
        engine.setArtifactFactory(new NoClasses());
        engine.setJavaSerializationFormatEnabled(false);
        engine.setDeserializationTypeValidationEnabled(true);
        engine.setEnableXxeProcessing(false);
    }

    public static void replaceBehavior(ActivityImpl activity) {
        ActivityBehavior behavior = activity.getActivityBehavior();
        if (behavior instanceof ShellActivityBehavior
                || behavior instanceof ScriptTaskActivityBehavior
                || behavior instanceof ClassDelegateActivityBehavior) {
            activity.setActivityBehavior(new RefusedBehavior());
        }
    }

    private static Refusal refusal(String what) {
        return new Refusal(
                Reason.CONFLICT,
                "diagram",
                "The diagram wants to run " + what + ", which is not allowed: an admin has to deploy a repaired version"
                        + " and move the tasks to it");
    }

    private static final class RefusedBehavior implements ActivityBehavior {

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
            // not used
        }

        @Override
        public ScriptEngineManager getScriptEngineManager() {
            throw refusal("a script");
        }
    }

    /** The engine creates shell tasks this way when it parses a diagram; their behavior is replaced afterwards. */
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
