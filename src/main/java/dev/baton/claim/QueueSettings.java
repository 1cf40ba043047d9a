package dev.baton.claim;

import dev.baton.task.Setting;
import dev.baton.task.Setting.Kind;
import dev.baton.task.Settings;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
final class QueueSettings implements Settings {

    @Override
    public List<Setting> read() {
        return List.of(
                Setting.of("work-queue", "claimTimeout", Kind.TIME),
                Setting.of("work-queue", "progressTimeout", Kind.TIME));
    }
}
