package dev.baton.demo;

import dev.baton.core.Groups;
import dev.baton.core.StartupFailure;
import dev.baton.engine.identity.Identities;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Creates users with the password "demo". Well-known passwords are allowed on a loopback address only. */
@Component
@Profile("demo")
@Order(1)
class DemoUsers implements SmartInitializingSingleton {

    private static final String PASSWORD = "demo";

    private final Identities identities;
    private final String address;

    DemoUsers(Identities identities, @Value("${server.address}") String address) {
        this.identities = identities;
        this.address = address;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!isLoopback()) {
            throw new StartupFailure("The profile demo has well-known passwords, so it runs on loopback only: leave"
                    + " server.address at 127.0.0.1 or start without the profile.");
        }
        identities.prepare();
        users().forEach((user, groups) -> {
            if (!identities.knows(user)) {
                identities.createUserWithAnyPassword(user, PASSWORD, groups);
            }
        });
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static Map<String, List<String>> users() {
        Map<String, List<String>> users = new LinkedHashMap<>();
        List<String> allGroups = new ArrayList<>(Groups.ALL);
        allGroups.add(Identities.CAMUNDA_ADMIN);
        users.put("admin", allGroups);
        for (String user : List.of("human", "lead", "specialist", "intern")) {
            users.put(user, List.of(user));
        }
        for (String user : List.of("reviewer-1", "reviewer-2")) {
            users.put(user, List.of("reviewer"));
        }
        for (String user : List.of("security-1", "security-2")) {
            users.put(user, List.of("reviewer", "security-reviewer"));
        }
        for (String user : List.of("worker-1", "worker-2")) {
            users.put(user, List.of("specialist"));
        }
        return users;
    }
}
