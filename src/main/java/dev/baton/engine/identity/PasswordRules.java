package dev.baton.engine.identity;

import java.util.List;
import org.camunda.bpm.engine.identity.PasswordPolicy;
import org.camunda.bpm.engine.identity.PasswordPolicyRule;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.identity.PasswordPolicyLengthRuleImpl;
import org.camunda.bpm.engine.impl.identity.PasswordPolicyUserDataRuleImpl;
import org.springframework.stereotype.Component;

/** The rules for new passwords. The engine applies them wherever one is set; Camunda's Admin page shows them. */
@Component
class PasswordRules implements PasswordPolicy {

    private final int minLength;

    PasswordRules(PasswordSettings settings) {
        this.minLength = settings.minLength();
    }

    String description() {
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
