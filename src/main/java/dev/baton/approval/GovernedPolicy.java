package dev.baton.approval;

import dev.baton.policy.PolicySetting;
import dev.baton.policy.PolicySetting.Kind;
import dev.baton.policy.PolicySettings;
import java.util.List;
import org.springframework.stereotype.Component;

/** The policy settings of the lifecycle {@code governed}. */
@Component
final class GovernedPolicy implements PolicySettings {

    @Override
    public List<PolicySetting> settings() {
        return List.of(
                PolicySetting.of("governed", "leadMayApprove", Kind.FLAG),
                PolicySetting.of("governed", "maxReviewCycles", Kind.COUNT),
                PolicySetting.of("governed", "approvalExpiry", Kind.TIME));
    }
}
