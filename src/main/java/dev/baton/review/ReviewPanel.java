package dev.baton.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** The reviewers that are named for a task are as many as its criticality asks for, each fits, and none is named twice. */
@Component
class ReviewPanel implements Rule {

    private static final String FIELD = "reviewers";

    private final FitReviewer fit;

    ReviewPanel(FitReviewer fit) {
        this.fit = fit;
    }

    /** What the list has to look like is the schema's matter; what is no name is passed over here. */
    @Override
    public List<Fault> faults(Move move) {
        JsonNode named = move.payload().path(FIELD);
        if (!named.isArray()) {
            return List.of();
        }
        List<Fault> faults = new ArrayList<>();
        Set<String> different = new LinkedHashSet<>();
        for (JsonNode name : named) {
            if (name.isTextual() && !different.add(name.textValue())) {
                faults.add(new Fault(FIELD, name.textValue() + " is named twice"));
            }
        }
        Criticality criticality = Criticality.of(move.task());
        if (!criticality.takes(different.size())) {
            faults.add(new Fault(
                    FIELD,
                    "a task that is " + criticality + " takes " + criticality.number() + " reviewers, not "
                            + different.size()));
        }
        different.forEach(name -> faults.addAll(fit.faults(move.task(), name, FIELD)));
        return faults;
    }
}
