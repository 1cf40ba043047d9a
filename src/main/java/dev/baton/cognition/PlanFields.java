package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.DataViewContributor;
import dev.baton.ledger.Task;
import dev.baton.move.ComputedField;
import java.util.function.Predicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Fields computed from a task's plan, for conditions in diagrams and for the task's view. They are not stored. */
@Configuration(proxyBeanMethods = false)
class PlanFields {

    private record PlanField(String name, Predicate<Plan> test) implements ComputedField {

        @Override
        public Object value(Task task) {
            return test.test(Plan.in(task.data()));
        }
    }

    @Bean
    ComputedField hasMoreSteps() {
        return new PlanField("hasMoreSteps", Plan::hasMoreSteps);
    }

    @Bean
    ComputedField callsTools() {
        return new PlanField("callsTools", Plan::callsTools);
    }

    @Bean
    DataViewContributor contextView() {
        return PlanFields::addTo;
    }

    private static void addTo(ObjectNode data, boolean whole) {
        if (!TaskContext.isContext(data)) {
            return;
        }
        Plan plan = Plan.in(data);
        if (data.get("plan") instanceof ObjectNode planView) {
            JsonNode next =
                    plan.currentStep().<JsonNode>map(ObjectNode::deepCopy).orElse(null);
            planView.set("currentStep", next);
            planView.put("hasMoreSteps", plan.hasMoreSteps());
        }
        if (whole) {
            TaskContext.RECORDS.stream().filter(name -> !data.has(name)).forEach(data::putArray);
        }
    }
}
