package dev.baton.security;

import java.security.SecureRandom;
import java.util.Base64;

/** Random texts that can't be guessed, of letters, digits, '-' and '_'. */
public final class Secrets {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** @param bytes how many random bytes the text encodes */
    public static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
