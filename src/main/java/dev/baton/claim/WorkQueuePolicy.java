package dev.baton.claim;

import dev.baton.policy.PolicySetting;
import dev.baton.policy.PolicySetting.Kind;
import dev.baton.policy.PolicySettings;
import java.util.List;
import org.springframework.stereotype.Component;

/** The policy settings of the lifecycle {@code work-queue}, and about evidence. */
@Component
final class WorkQueuePolicy implements PolicySettings {

    @Override
    public List<PolicySetting> settings() {
        return List.of(
                PolicySetting.of("work-queue", "claimTimeout", Kind.TIME),
                PolicySetting.of("work-queue", "progressTimeout", Kind.TIME),
                PolicySetting.ofAll(Evidence.REQUIRED, Kind.FLAG));
    }
}
