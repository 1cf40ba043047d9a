package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.DataViewContributor;
import dev.baton.ledger.Task;
import dev.baton.move.ComputedField;
import java.util.function.Predicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What follows from a plan: conditions in diagrams ask for it and callers see it, but nobody stores it. */
@Configuration(proxyBeanMethods = false)
class PlanFacts {

    private record Fact(String name, Predicate<Plan> test) implements ComputedField {

        @Override
        public Object value(Task task) {
            return test.test(Plan.in(task.data()));
        }
    }

    @Bean
    ComputedField hasMoreSteps() {
        return new Fact("hasMoreSteps", Plan::hasMoreSteps);
    }

    @Bean
    ComputedField callsTools() {
        return new Fact("callsTools", Plan::callsTools);
    }

    @Bean
    DataViewContributor contextShown() {
        return PlanFacts::show;
    }

    private static void show(ObjectNode data, boolean whole) {
        if (!TaskContext.is(data)) {
            return;
        }
        Plan plan = Plan.in(data);
        if (data.get("plan") instanceof ObjectNode shown) {
            JsonNode next =
                    plan.currentStep().<JsonNode>map(ObjectNode::deepCopy).orElse(null);
            shown.set("currentStep", next);
            shown.put("hasMoreSteps", plan.hasMoreSteps());
        }
        if (whole) {
            TaskContext.LISTS.stream().filter(list -> !data.has(list)).forEach(data::putArray);
        }
    }
}
