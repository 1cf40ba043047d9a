package dev.baton.engine.identity;

import dev.baton.core.Sha256;
import java.util.Base64;
import org.camunda.bpm.engine.impl.digest.PasswordEncryptor;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.stereotype.Component;

/** Hashes passwords with bcrypt, after SHA-256, because bcrypt uses only the first 72 bytes. */
@Component
final class BcryptPasswordEncryptor implements PasswordEncryptor {

    static final String NAME = "bcrypt-sha256";

    /** About 50 ms a password. {@link VerifiedPasswords} keeps that to once a minute for each user. */
    private static final int COST = 10;

    private final BCryptPasswordEncoder encoder;

    @Autowired
    BcryptPasswordEncryptor() {
        this(COST);
    }

    /** With another cost, for tests. */
    BcryptPasswordEncryptor(int cost) {
        encoder = new BCryptPasswordEncoder(cost);
    }

    @Override
    public String encrypt(String password) {
        return encoder.encode(prehash(password));
    }

    @Override
    public boolean check(String password, String encrypted) {
        return encoder.matches(prehash(password), encrypted);
    }

    @Override
    public String hashAlgorithmName() {
        return NAME;
    }

    /** Whether a stored password was made by another algorithm or with less work than today. */
    boolean isOutdated(String stored) {
        String prefix = "{" + NAME + "}";
        return !stored.startsWith(prefix) || encoder.upgradeEncoding(stored.substring(prefix.length()));
    }

    private static String prehash(String password) {
        return Base64.getEncoder().encodeToString(Sha256.of(password));
    }
}
