package dev.baton.engine.tasklist;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** For whom the user tasks of a process instance wait, and where mail reaches people. */
@Repository
public class WaitingPeople {

    /**
     * Somebody who can be reached by mail.
     *
     * @param group the group that the user task is offered to; null if it waits for this person alone
     */
    public record Person(String id, String group) {}

    private static final String PEOPLE = """
            SELECT u.id_, NULL AS group_id FROM act_ru_task t JOIN act_id_user u ON u.id_ = t.assignee_
            WHERE t.proc_inst_id_ = ? AND u.email_ <> ''
            UNION
            SELECT u.id_, NULL FROM act_ru_task t JOIN act_ru_identitylink l ON l.task_id_ = t.id_
            JOIN act_id_user u ON u.id_ = l.user_id_
            WHERE t.proc_inst_id_ = ? AND t.assignee_ IS NULL AND l.type_ = 'candidate' AND u.email_ <> ''
            UNION
            SELECT u.id_, l.group_id_ FROM act_ru_task t JOIN act_ru_identitylink l ON l.task_id_ = t.id_
            JOIN act_id_membership m ON m.group_id_ = l.group_id_ JOIN act_id_user u ON u.id_ = m.user_id_
            WHERE t.proc_inst_id_ = ? AND t.assignee_ IS NULL AND l.type_ = 'candidate' AND u.email_ <> ''
            ORDER BY 1, 2""";

    private static final String NAMES = """
            SELECT t.assignee_ AS name FROM act_ru_task t WHERE t.proc_inst_id_ = ? AND t.assignee_ IS NOT NULL
            UNION
            SELECT COALESCE(l.user_id_, l.group_id_) FROM act_ru_task t JOIN act_ru_identitylink l ON l.task_id_ = t.id_
            WHERE t.proc_inst_id_ = ? AND t.assignee_ IS NULL AND l.type_ = 'candidate'
            ORDER BY 1""";

    private final JdbcClient jdbc;

    WaitingPeople(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Those who have an address, each once. */
    public List<Person> of(String processInstanceId) {
        List<Person> people = new ArrayList<>();
        jdbc.sql(PEOPLE)
                .params(processInstanceId, processInstanceId, processInstanceId)
                .query((row, i) -> new Person(row.getString(1), row.getString(2)))
                .list()
                .forEach(person -> addOnce(people, person));
        return people;
    }

    /** Adds each person once: as asked personally, if they are, or else with one of their groups. */
    private static void addOnce(List<Person> people, Person person) {
        Optional<Person> before =
                people.stream().filter(other -> other.id().equals(person.id())).findFirst();
        if (before.isEmpty()) {
            people.add(person);
        } else if (person.group() == null && before.get().group() != null) {
            people.set(people.indexOf(before.get()), person);
        }
    }

    /** Users and, where nobody has taken the user task, groups. */
    public List<String> names(String processInstanceId) {
        return jdbc.sql(NAMES)
                .params(processInstanceId, processInstanceId)
                .query(String.class)
                .list();
    }

    /** Where mail reaches a user; empty for a user who wants none. */
    public Optional<String> address(String user) {
        return jdbc.sql("SELECT email_ FROM act_id_user WHERE id_ = ? AND email_ <> ''")
                .param(user)
                .query(String.class)
                .optional();
    }
}
