package dev.baton.approval;

import dev.baton.task.Setting;
import dev.baton.task.Setting.Kind;
import dev.baton.task.Settings;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
final class GovernedSettings implements Settings {

    @Override
    public List<Setting> read() {
        return List.of(
                Setting.of("governed", "leadMayApprove", Kind.FLAG),
                Setting.of("governed", "maxReviewCycles", Kind.COUNT),
                Setting.of("governed", "approvalExpiry", Kind.TIME));
    }
}
