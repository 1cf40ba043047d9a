package dev.baton.engine.identity;

import static org.camunda.bpm.engine.authorization.Authorization.ANY;
import static org.camunda.bpm.engine.authorization.Authorization.AUTH_TYPE_GLOBAL;
import static org.camunda.bpm.engine.authorization.Authorization.AUTH_TYPE_GRANT;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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

/** Users and groups, stored as Camunda's, so that Tasklist, Cockpit, our API and the guards use the same. */
@Component
public class Identities {

    /** While this group is empty, Camunda's web applications offer any visitor to create the first admin. */
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

    /** A user as others see them. */
    public record Person(String id, String name, Set<String> groups) {}

    /** The users whose id or name has the text in it, by their ids. */
    public List<Person> find(String text, int limit) {
        String part = text.strip().toLowerCase(Locale.ROOT);
        return identity().createUserQuery().orderByUserId().asc().list().stream()
                .map(user -> new Person(user.getId(), name(user), Set.of()))
                .filter(person -> (person.id() + " " + person.name())
                        .toLowerCase(Locale.ROOT)
                        .contains(part))
                .limit(limit)
                .map(person -> new Person(person.id(), person.name(), groupsOf(person.id())))
                .toList();
    }

    private static String name(User user) {
        return Stream.of(user.getFirstName(), user.getLastName())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "))
                .strip();
    }

    /** A user who is not the caller, to find out what they may do. */
    public Actor actor(String user) {
        return Actor.of(user, groupsOf(user));
    }

    public boolean hasAdmin() {
        return identity().createUserQuery().memberOfGroup(Groups.ADMIN).count() > 0;
    }

    public void createUser(String id, String password, Collection<String> groups) {
        createUser(id, password, groups, false);
    }

    /** For well-known passwords: skips the password rules. */
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

    /** Sets the engine's authentication for this thread, so that Camunda's permissions apply. */
    public void setActor(Actor actor) {
        identity().setAuthentication(actor.id(), List.copyOf(actor.groups()));
    }

    public void clearActor() {
        identity().clearAuthentication();
    }

    /** Creates missing groups and permissions. */
    public void prepare() {
        createGroups();
        grantPermissions();
        grantReading(Resources.TASK);
        grantReading(Resources.DEPLOYMENT);
    }

    /** The groups that a diagram can name. */
    public List<String> groups() {
        return identity().createGroupQuery().list().stream()
                .map(Group::getId)
                .filter(id -> !id.equals(CAMUNDA_ADMIN))
                .sorted()
                .toList();
    }

    private void createGroups() {
        for (String id :
                Stream.concat(Groups.ALL.stream(), Stream.of(CAMUNDA_ADMIN)).toList()) {
            if (identity().createGroupQuery().groupId(id).count() == 0) {
                Group group = identity().newGroup(id);
                group.setName(id.substring(0, 1).toUpperCase(Locale.ROOT)
                        + id.substring(1).replace('-', ' '));
                group.setType("BATON");
                identity().saveGroup(group);
            }
        }
    }

    /**
     * Every user may read, start tasks and work on them, because guards decide about moves. Leads and operators may assign
     * user tasks, operators may use Cockpit and retry jobs, and everything else is for admins.
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

    /** For Cockpit's pages of human tasks and deployments; databases of earlier releases have no such grant. */
    private void grantReading(Resource resource) {
        boolean granted = authorization()
                        .createAuthorizationQuery()
                        .groupIdIn(Groups.HUMAN)
                        .resourceType(resource)
                        .count()
                > 0;
        if (!granted) {
            group(Groups.HUMAN, resource, ANY, Permissions.READ);
        }
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
