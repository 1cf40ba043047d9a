package dev.baton.api;

import dev.baton.core.Groups;
import dev.baton.engine.identity.Identities;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists the users and groups that a caller can name in a payload. */
@RestController
@RequestMapping("/api/people")
@Tag(name = "People")
class PeopleController {

    private static final int LIMIT = 50;

    record People(List<Identities.Person> people, List<String> groups) {}

    private final Identities identities;

    PeopleController(Identities identities) {
        this.identities = identities;
    }

    @GetMapping
    @Operation(operationId = "findPeople", summary = "Find users by part of their id or name; the first fifty")
    People people(@RequestParam(defaultValue = "") @Size(max = 255) String q) {
        return new People(identities.find(q, LIMIT), Groups.ALL);
    }
}
