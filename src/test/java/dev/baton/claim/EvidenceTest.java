package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;

/** What success is reported with: the exit code, the commit and the merge. */
class EvidenceTest {

    private static final String COMPLETE = "{\"exitCode\":0,\"commit\":\"4f2a9c1\",\"merged\":true}";

    @OnBothDatabases
    void evidenceIsKept(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "succeed", COMPLETE).expect(200);
        JsonNode data = baton.task(id).get("data");
        assertThat(data.get("exitCode").asInt(-1)).isZero();
        assertThat(data.get("commit").asText()).isEqualTo("4f2a9c1");
        assertThat(data.get("merged").asBoolean()).isTrue();
    }

    @OnBothDatabases
    void whatIsNoSuccessIsRefusedAsOne(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        for (String[] wrong : new String[][] {
            {"exitCode", "{\"exitCode\":1}"},
            {"exitCode", "{\"exitCode\":\"0\"}"},
            {"commit", "{\"commit\":7}"},
            {"merged", "{\"merged\":false}"},
            {"merged", "{\"merged\":\"yes\"}"}
        }) {
            assertThat(Governed.fields(Workers.move(baton, "worker-1", id, "succeed", wrong[1])
                            .expect(422)))
                    .containsExactly(wrong[0]);
        }
        assertThat(baton.state(id)).isEqualTo("in_progress");
        Workers.move(baton, "worker-1", id, "succeed", "{}").expect(200);
    }
}
