package dev.baton.engine;

import org.camunda.bpm.engine.impl.cfg.auth.DefaultAuthorizationProvider;
import org.camunda.bpm.engine.impl.persistence.entity.AuthorizationEntity;
import org.camunda.bpm.engine.task.Task;

/** Avoids the authorization rows that Camunda would write for assignees and candidates: guards decide instead. */
final class NoTaskAuthorizations extends DefaultAuthorizationProvider {

    private static final AuthorizationEntity[] NONE = {};

    @Override
    public AuthorizationEntity[] newTaskAssignee(Task task, String oldAssignee, String newAssignee) {
        return NONE;
    }

    @Override
    public AuthorizationEntity[] newTaskOwner(Task task, String oldOwner, String newOwner) {
        return NONE;
    }

    @Override
    public AuthorizationEntity[] newTaskUserIdentityLink(Task task, String userId, String type) {
        return NONE;
    }

    @Override
    public AuthorizationEntity[] newTaskGroupIdentityLink(Task task, String groupId, String type) {
        return NONE;
    }

    @Override
    public AuthorizationEntity[] deleteTaskUserIdentityLink(Task task, String userId, String type) {
        return NONE;
    }

    @Override
    public AuthorizationEntity[] deleteTaskGroupIdentityLink(Task task, String groupId, String type) {
        return NONE;
    }
}
