package dev.baton.engine.identity;

import dev.baton.core.Actor;
import dev.baton.core.Sha256;
import java.util.Set;

/** A user as stored in the database, with groups. The stored password stays in this package. */
public final class Account {

    private final Actor actor;
    private final String hash;
    private final String salt;

    Account(String id, Set<String> groups, String hash, String salt) {
        this.actor = Actor.of(id, groups);
        this.hash = hash;
        this.salt = salt;
    }

    public String id() {
        return actor.id();
    }

    public Actor actor() {
        return actor;
    }

    /** The stored password with its algorithm as a prefix; null if the user has none. */
    String hash() {
        return hash;
    }

    String salt() {
        return salt;
    }

    /** Changes with the password, and for a new user of the same name. Does not reveal the password. */
    String fingerprint() {
        return Sha256.hex(hash + "\n" + salt);
    }

    @Override
    public String toString() {
        return "account of " + id();
    }
}
