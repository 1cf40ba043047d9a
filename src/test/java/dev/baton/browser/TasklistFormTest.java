package dev.baton.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import org.junit.jupiter.api.Test;

class TasklistFormTest {

    @Test
    void explore() {
        Baton baton = Baton.on(Database.H2);
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"title\":\"Buy <b>flowers</b> {{1+1}}\",\"priority\":5}"
                                .formatted(id))
                .expect(201);
        baton.as("worker-1")
                .move(id, "take", "{\"plan\":{\"steps\":[\"walk\",\"buy\"]}}")
                .expect(200);
        baton.as("worker-1")
                .move(id, "deliver", "{\"result\":{\"text\":\"roses\",\"size\":12}}")
                .expect(200);
        String userTask = baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        try (Person person = Person.at(baton, "reviewer-1")) {
            person.page().onConsoleMessage(m -> System.err.println("CONSOLE " + m.text()));
            person.list("Unassigned in my groups");
            person.photograph("x-list");
            person.openTask(userTask);
            person.photograph("x-form");
            System.err.println(person.page().content().length());
        }
        assertThat(baton.state(id)).isEqualTo("checking");
    }
}
