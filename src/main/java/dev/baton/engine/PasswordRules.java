package dev.baton.engine;

import dev.baton.core.StartupFailure;
import java.util.List;
import org.camunda.bpm.engine.identity.PasswordPolicy;
import org.camunda.bpm.engine.identity.PasswordPolicyRule;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.identity.PasswordPolicyLengthRuleImpl;
import org.camunda.bpm.engine.impl.identity.PasswordPolicyUserDataRuleImpl;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** What a new password has to be like. The engine asks wherever one is set; Camunda's Admin page shows the rules. */
@Component
public class PasswordRules implements PasswordPolicy {

    private static final int LONGEST = 100;

    private final int minLength;

    PasswordRules(@Value("${baton.password.min-length}") int minLength) {
        if (minLength < 1 || minLength > LONGEST) {
            throw new StartupFailure("The setting baton.password.min-length can't be '" + minLength
                    + "'; it has to be a whole number from 1 to " + LONGEST + ".");
        }
        this.minLength = minLength;
    }

    public int minLength() {
        return minLength;
    }

    /** For whoever chose a password that does not fit. */
    String sentence() {
        return "A password has at least " + minLength
                + " characters (baton.password.min-length), is not blank and is not the user's id";
    }

    @Override
    public List<PasswordPolicyRule> getRules() {
        return List.of(new PasswordPolicyLengthRuleImpl(minLength), new NotTheId());
    }

    /** Camunda's own rule would refuse every password with a letter of a one-letter first name. */
    private static final class NotTheId extends PasswordPolicyUserDataRuleImpl {

        @Override
        public boolean execute(String password) {
            return !password.isBlank();
        }

        @Override
        public boolean execute(String password, User user) {
            return execute(password) && (user == null || !password.strip().equalsIgnoreCase(user.getId()));
        }
    }
}
