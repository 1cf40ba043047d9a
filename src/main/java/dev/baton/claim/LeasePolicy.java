package dev.baton.claim;

import dev.baton.policy.Policy;
import dev.baton.policy.PolicySetting;
import dev.baton.policy.PolicySetting.Kind;
import dev.baton.policy.PolicySettings;
import java.util.List;
import org.springframework.stereotype.Component;

/** The policy settings about leases. */
@Component
final class LeasePolicy implements PolicySettings {

    @Override
    public List<PolicySetting> settings() {
        return List.of(
                PolicySetting.ofAll(Policy.LEASES, Kind.FLAG),
                PolicySetting.of("peer-review", "progressTimeout", Kind.TIME),
                PolicySetting.of("governed", "progressTimeout", Kind.TIME),
                PolicySetting.of("cognitive", "leaseTimeout", Kind.TIME),
                PolicySetting.of("pipeline", "leaseTimeout", Kind.TIME));
    }
}
