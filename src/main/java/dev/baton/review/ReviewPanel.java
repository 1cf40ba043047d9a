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

/** The list of reviewers has the size that the table says, no duplicates, and only users who may review. */
@Component
class ReviewPanel implements Rule {

    private static final String FIELD = "reviewers";

    private final ReviewTable table;
    private final FitReviewer fitReviewer;

    ReviewPanel(ReviewTable table, FitReviewer fitReviewer) {
        this.table = table;
        this.fitReviewer = fitReviewer;
    }

    /** Ignores values of the wrong type: the JSON schema reports them. */
    @Override
    public List<Fault> faults(Move move) {
        JsonNode named = move.payload().path(FIELD);
        if (!named.isArray()) {
            return List.of();
        }
        List<Fault> faults = new ArrayList<>();
        Set<String> reviewers = new LinkedHashSet<>();
        for (JsonNode name : named) {
            if (name.isTextual() && !reviewers.add(name.textValue())) {
                faults.add(new Fault(FIELD, name.textValue() + " is named twice"));
            }
        }
        ReviewersNeeded needed = table.of(move.task());
        if (!needed.accepts(reviewers.size())) {
            faults.add(new Fault(
                    FIELD,
                    "a task that is " + BeginReviewable.criticality(move.task()) + " takes " + needed.count() + ", not "
                            + reviewers.size()));
        }
        reviewers.forEach(name -> faults.addAll(fitReviewer.faults(move, name, FIELD)));
        return faults;
    }
}
