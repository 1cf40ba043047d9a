package dev.baton.engine;

import static org.camunda.bpm.engine.authorization.Authorization.ANY;
import static org.camunda.bpm.engine.authorization.Authorization.AUTH_TYPE_GLOBAL;
import static org.camunda.bpm.engine.authorization.Authorization.AUTH_TYPE_GRANT;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Permission;
import org.camunda.bpm.engine.authorization.Permissions;
import org.camunda.bpm.engine.authorization.ProcessDefinitionPermissions;
import org.camunda.bpm.engine.authorization.Resource;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.identity.Group;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.IdentityServiceImpl;
import org.springframework.stereotype.Component;

/** People and agents: Camunda's users and groups, so that Tasklist, Cockpit, our API and the guards agree. */
@Component
public class Identities {

    /** The group that Camunda's web applications look for: as long as it is empty they offer anybody to become its first. */
    public static final String CAMUNDA_ADMIN = "camunda-admin";

    private final ProcessEngine engine;

    Identities(ProcessEngine engine) {
        this.engine = engine;
    }

    public boolean knows(String user) {
        return identity().createUserQuery().userId(user).count() > 0;
    }

    public Set<String> groupsOf(String user) {
        return identity().createGroupQuery().groupMember(user).list().stream()
                .map(Group::getId)
                .collect(Collectors.toSet());
    }

    /** Somebody who is not calling, with their groups, to ask what they could do. */
    public Actor actor(String user) {
        return Actor.of(user, groupsOf(user));
    }

    public boolean hasAdmin() {
        return identity().createUserQuery().memberOfGroup(Groups.ADMIN).count() > 0;
    }

    public void createUser(String id, String password, Collection<String> groups) {
        createUser(id, password, groups, false);
    }

    /** For passwords that everybody may know. */
    public void createUserWithAnyPassword(String id, String password, Collection<String> groups) {
        createUser(id, password, groups, true);
    }

    private void createUser(String id, String password, Collection<String> groups, boolean anyPassword) {
        User user = identity().newUser(id);
        user.setFirstName(id);
        user.setLastName("");
        user.setPassword(password);
        try {
            ((IdentityServiceImpl) identity()).saveUser(user, anyPassword);
        } catch (BadUserRequestException e) {
            throw e.getCause() instanceof Refusal refusal ? refusal : e;
        }
        groups.forEach(group -> identity().createMembership(id, group));
    }

    /** Runs something as a user of the engine's own doors: their permissions apply there. */
    public void actAs(Actor actor) {
        identity().setAuthentication(actor.id(), List.copyOf(actor.groups()));
    }

    public void actAsNobody() {
        identity().clearAuthentication();
    }

    /** Groups and permissions, where they are not there yet. */
    public void prepare() {
        createGroups();
        grantPermissions();
    }

    private void createGroups() {
        for (String id :
                Stream.concat(Groups.ALL.stream(), Stream.of(CAMUNDA_ADMIN)).toList()) {
            if (identity().createGroupQuery().groupId(id).count() == 0) {
                Group group = identity().newGroup(id);
                group.setName(id.substring(0, 1).toUpperCase(java.util.Locale.ROOT)
                        + id.substring(1).replace('-', ' '));
                group.setType("BATON");
                identity().saveGroup(group);
            }
        }
    }

    /**
     * Everybody who is signed in may look, start tasks and work on them, for the guards on the arrows decide about the
     * rest; leads and operators may assign user tasks; operators may use Cockpit and retry jobs; all else is the admins'.
     */
    private void grantPermissions() {
        if (engine.getAuthorizationService()
                        .createAuthorizationQuery()
                        .authorizationType(AUTH_TYPE_GLOBAL)
                        .count()
                > 0) {
            return;
        }
        everybody(Resources.APPLICATION, "welcome", Permissions.ACCESS);
        everybody(Resources.APPLICATION, "tasklist", Permissions.ACCESS);
        everybody(
                Resources.PROCESS_DEFINITION,
                ANY,
                ProcessDefinitionPermissions.READ,
                ProcessDefinitionPermissions.READ_INSTANCE,
                ProcessDefinitionPermissions.CREATE_INSTANCE,
                ProcessDefinitionPermissions.READ_TASK,
                ProcessDefinitionPermissions.TASK_WORK,
                ProcessDefinitionPermissions.READ_HISTORY);
        everybody(Resources.PROCESS_INSTANCE, ANY, Permissions.CREATE);
        everybody(Resources.FILTER, ANY, Permissions.READ);
        for (Resource resource : Resources.values()) {
            group(Groups.ADMIN, resource, ANY, Permissions.ALL);
        }
        group(Groups.HUMAN, Resources.APPLICATION, "cockpit", Permissions.ACCESS);
        group(
                Groups.HUMAN,
                Resources.PROCESS_DEFINITION,
                ANY,
                ProcessDefinitionPermissions.RETRY_JOB,
                ProcessDefinitionPermissions.TASK_ASSIGN);
        group(Groups.LEAD, Resources.PROCESS_DEFINITION, ANY, ProcessDefinitionPermissions.TASK_ASSIGN);
    }

    private void everybody(Resource resource, String id, Permission... permissions) {
        Authorization grant = authorization().createNewAuthorization(AUTH_TYPE_GLOBAL);
        grant.setUserId(ANY);
        save(grant, resource, id, permissions);
    }

    private void group(String group, Resource resource, String id, Permission... permissions) {
        Authorization grant = authorization().createNewAuthorization(AUTH_TYPE_GRANT);
        grant.setGroupId(group);
        save(grant, resource, id, permissions);
    }

    private void save(Authorization grant, Resource resource, String id, Permission... permissions) {
        grant.setResource(resource);
        grant.setResourceId(id);
        for (Permission permission : permissions) {
            grant.addPermission(permission);
        }
        authorization().saveAuthorization(grant);
    }

    private IdentityService identity() {
        return engine.getIdentityService();
    }

    private AuthorizationService authorization() {
        return engine.getAuthorizationService();
    }
}
