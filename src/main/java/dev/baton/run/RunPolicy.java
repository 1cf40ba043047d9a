package dev.baton.run;

import dev.baton.policy.PolicySetting;
import dev.baton.policy.PolicySetting.Kind;
import dev.baton.policy.PolicySettings;
import java.util.List;
import org.springframework.stereotype.Component;

/** The policy settings about runs. */
@Component
final class RunPolicy implements PolicySettings {

    @Override
    public List<PolicySetting> settings() {
        return List.of(
                PolicySetting.ofAll(Costs.BUDGET, Kind.SUM), PolicySetting.ofAll(RunReports.MAX_FAILURES, Kind.COUNT));
    }
}
