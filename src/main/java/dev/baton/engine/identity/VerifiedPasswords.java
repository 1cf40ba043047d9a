package dev.baton.engine.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Caches for a minute which passwords were right, so that HTTP Basic does not need bcrypt with every request. Keeps keyed hashes
 * only. They include the stored hash, so a changed password takes effect at once.
 */
final class VerifiedPasswords {

    private static final long CACHE_TIME = Duration.ofMinutes(1).toNanos();
    private static final int MAX_ENTRIES = 10_000;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final Map<String, Long> verified = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_ENTRIES;
        }
    });

    VerifiedPasswords() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, ALGORITHM);
    }

    void add(Account account, String password) {
        verified.put(entry(account, password), System.nanoTime());
    }

    boolean contains(Account account, String password) {
        Long at = verified.get(entry(account, password));
        return at != null && System.nanoTime() - at < CACHE_TIME;
    }

    private String entry(Account account, String password) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (String part : new String[] {account.id(), account.hash(), password}) {
                mac.update(String.valueOf(part).getBytes(StandardCharsets.UTF_8));
                mac.update((byte) 0);
            }
            return Base64.getEncoder().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
