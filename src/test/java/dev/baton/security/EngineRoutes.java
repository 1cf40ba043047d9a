package dev.baton.security;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.camunda.bpm.admin.impl.web.AdminApplication;
import org.camunda.bpm.cockpit.impl.web.CockpitApplication;
import org.camunda.bpm.engine.rest.impl.CamundaRestResources;
import org.camunda.bpm.tasklist.impl.web.TasklistApplication;
import org.camunda.bpm.webapp.impl.engine.EngineRestApplication;
import org.camunda.bpm.welcome.impl.web.WelcomeApplication;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;

/** Every method and path that Camunda's REST and web applications register, read from their resource classes. */
final class EngineRoutes {

    /** A registered route; variables in its path are written {}. */
    record Route(String method, String path) implements Comparable<Route> {

        @Override
        public int compareTo(Route other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private static final int DEEPEST = 8;

    private EngineRoutes() {}

    /** Those of /engine-rest. */
    static Set<Route> ofRest() {
        return routes("/engine-rest", CamundaRestResources.getResourceClasses());
    }

    /** Those of /camunda/api; needs a running server with web applications, which have plugins. */
    static Set<Route> ofWebapps() {
        Set<Route> routes = new TreeSet<>();
        routes.addAll(routes("/camunda/api/engine", new EngineRestApplication().getClasses()));
        routes.addAll(routes("/camunda/api/admin", new AdminApplication().getClasses()));
        routes.addAll(routes("/camunda/api/cockpit", new CockpitApplication().getClasses()));
        routes.addAll(routes("/camunda/api/tasklist", new TasklistApplication().getClasses()));
        routes.addAll(routes("/camunda/api/welcome", new WelcomeApplication().getClasses()));
        return routes;
    }

    private static Set<Route> routes(String root, Collection<Class<?>> types) {
        Set<Route> routes = new TreeSet<>();
        for (Class<?> type : types) {
            Resource resource = Resource.from(type);
            if (resource != null) {
                walk(resource, root + "/" + (resource.getPath() == null ? "" : resource.getPath()), 0, routes);
            }
        }
        return routes;
    }

    private static void walk(Resource resource, String path, int depth, Set<Route> routes) {
        String plain = path.replaceAll("\\{[^}]*}", "{}").replaceAll("/+", "/").replaceAll("(?<=.)/$", "");
        resource.getResourceMethods().forEach(method -> routes.add(new Route(method.getHttpMethod(), plain)));
        ResourceMethod locator = resource.getResourceLocator();
        if (locator != null) {
            Class<?> type = locator.getInvocable().getHandlingMethod().getReturnType();
            Resource further = Resource.from(type);
            if (further == null || depth == DEEPEST) {
                throw new IllegalStateException("What lies behind " + plain + " is not known: " + type);
            }
            walk(further, path, depth + 1, routes);
        }
        for (Resource child : resource.getChildResources()) {
            walk(child, path + "/" + child.getPath(), depth, routes);
        }
    }
}
