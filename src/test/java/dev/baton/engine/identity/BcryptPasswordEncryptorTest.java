package dev.baton.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BcryptPasswordEncryptorTest {

    private final BcryptPasswordEncryptor encryptor = new BcryptPasswordEncryptor();

    @Test
    void aServerHashesWithCostTen() {
        String hash = encryptor.encrypt("correct horse battery");
        assertThat(hash).startsWith("$2a$10$");
        assertThat(encryptor.check("correct horse battery", hash)).isTrue();
        assertThat(encryptor.check("correct horse batterx", hash)).isFalse();
    }

    @Test
    void whatWasMadeWithLessWorkIsOutdated() {
        assertThat(encryptor.isOutdated(stored(encryptor))).isFalse();
        assertThat(encryptor.isOutdated(stored(new BcryptPasswordEncryptor(QuickStart.PASSWORD_COST))))
                .isTrue();
        assertThat(encryptor.isOutdated("{SHA-512}abc")).isTrue();
    }

    private static String stored(BcryptPasswordEncryptor made) {
        return "{" + BcryptPasswordEncryptor.NAME + "}" + made.encrypt("x");
    }
}
