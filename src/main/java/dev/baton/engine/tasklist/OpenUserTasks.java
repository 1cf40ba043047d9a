package dev.baton.engine.tasklist;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** SQL for the process instances that wait for a person: with a user task assigned or, if nobody has it, offered to them. */
public final class OpenUserTasks {

    private OpenUserTasks() {}

    /** A subquery for the ids of the instances; its parameters are the {@link #values}. H2 would run a bare UNION for every row. */
    public static String instancesWaitingFor(Collection<String> groups) {
        String ofGroups = groups.isEmpty()
                ? ""
                : " OR l.group_id_ IN (" + String.join(",", Collections.nCopies(groups.size(), "?")) + ")";
        return """
                SELECT found.proc_inst_id_ FROM (
                SELECT t.proc_inst_id_ FROM act_ru_task t WHERE t.assignee_ = ?
                UNION
                SELECT t.proc_inst_id_ FROM act_ru_identitylink l JOIN act_ru_task t ON t.id_ = l.task_id_
                WHERE t.assignee_ IS NULL AND l.type_ = 'candidate' AND (l.user_id_ = ?""" + ofGroups + ")) found";
    }

    public static List<Object> values(String user, Collection<String> groups) {
        List<Object> values = new ArrayList<>(List.of(user, user));
        values.addAll(groups);
        return values;
    }
}
