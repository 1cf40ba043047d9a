package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.ledger.SavedViews;
import dev.baton.ledger.SavedViews.SavedView;
import dev.baton.ledger.TaskQueries;
import dev.baton.ledger.TaskQueries.Counted;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Saved lists of tasks. Everybody sees and changes their own only. */
@RestController
@RequestMapping("/api/views")
@Tag(name = "Views")
class ViewController {

    /** Characters that an address can have, and one of them no space. */
    private static final String NAME = "(?=.*\\S)[^/\\\\%;\\x00-\\x1F]{1,80}";

    /**
     * @param count how many tasks are in the list now; null if its query is no longer valid
     * @param atLeast whether there are more than were counted
     */
    record CountedView(String name, String query, @Nullable Long count, boolean atLeast) {
        static CountedView of(String name, String query, Counted counted) {
            return new CountedView(name, query, counted.tasks(), counted.atLeast());
        }
    }

    record CountedViews(List<CountedView> views) {}

    /** @param query the parameters of {@code GET /api/tasks} */
    record SaveView(@NotNull @Size(max = 2000) String query) {}

    private final SavedViews views;
    private final TaskListRequests requests;
    private final TaskQueries queries;

    ViewController(SavedViews views, TaskListRequests requests, TaskQueries queries) {
        this.views = views;
        this.requests = requests;
        this.queries = queries;
    }

    @GetMapping
    @Operation(operationId = "listViews", summary = "The caller's saved lists of tasks, each with its number of tasks")
    CountedViews list(@AuthenticationPrincipal Actor actor) {
        return new CountedViews(
                views.of(actor).stream().map(view -> counted(view, actor)).toList());
    }

    private CountedView counted(SavedView view, Actor actor) {
        try {
            return CountedView.of(view.name(), view.query(), count(view.query(), actor));
        } catch (BadRequest e) { // a lifecycle or state that it names is gone
            return new CountedView(view.name(), view.query(), null, false);
        }
    }

    private Counted count(String query, Actor actor) {
        return queries.count(requests.list(parameters(query), actor).filter());
    }

    @PutMapping("/{name}")
    @Operation(
            operationId = "saveView",
            summary =
                    "Save a list of tasks under a name, or change it; the query has the parameters of `GET /api/tasks`")
    CountedView save(
            @PathVariable @Pattern(regexp = NAME, message = ConstraintMessages.VIEW_NAME) String name,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody SaveView body) {
        Counted counted = count(body.query(), actor);
        try {
            views.save(actor, name.strip(), body.query());
        } catch (DuplicateKeyException e) { // first saved in another tab at the same moment
            views.save(actor, name.strip(), body.query());
        }
        return CountedView.of(name.strip(), body.query(), counted);
    }

    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "deleteView", summary = "Delete a saved list; the tasks stay")
    void delete(@PathVariable String name, @AuthenticationPrincipal Actor actor) {
        if (!views.delete(actor, name.strip())) {
            throw new NotFound("You have no view '" + name + "'");
        }
    }

    private static MultiValueMap<String, String> parameters(String query) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        for (String pair : query.split("&")) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                parameters.add(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
