package dev.baton.dependency;

import dev.baton.policy.PolicySetting;
import dev.baton.policy.PolicySetting.Kind;
import dev.baton.policy.PolicySettings;
import java.util.List;
import org.springframework.stereotype.Component;

/** The policy setting about blockers. */
@Component
final class BlockerPolicy implements PolicySettings {

    @Override
    public List<PolicySetting> settings() {
        return List.of(PolicySetting.ofAll(LinkBlocker.AUTO_UNBLOCK, Kind.FLAG));
    }
}
