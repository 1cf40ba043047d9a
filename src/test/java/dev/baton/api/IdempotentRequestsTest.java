package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.core.Actor;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;

class IdempotentRequestsTest {

    @Test
    void withoutAKeyTheDatabaseIsNotAsked() {
        IdempotentRequests idempotent =
                new IdempotentRequests(null, null, new ObjectMapper(), new MockHttpServletRequest());
        assertThat(idempotent
                        .execute(Actor.SYSTEM, "body", () -> ResponseEntity.ok("done"))
                        .getBody())
                .isEqualTo("done");
        IdempotentRequests.Attempt<String> nothing = idempotent.attempt(Actor.SYSTEM, "body", Optional::empty);
        assertThat(nothing.get()).isEmpty();
        assertThat(nothing.remembered()).isEmpty();
    }
}
