package dev.baton.engine.identity;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Makes servers start faster, since the tests start many in one process. */
@TestConfiguration
public class QuickStart {

    static final int PASSWORD_COST = 6;

    /** Hashes passwords with a sixteenth of the work. */
    @Bean
    @Primary
    static BcryptPasswordEncryptor cheapPasswords() {
        return new BcryptPasswordEncryptor(PASSWORD_COST);
    }
}
