package dev.baton.dependency;

import dev.baton.task.Setting;
import dev.baton.task.Setting.Kind;
import dev.baton.task.Settings;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
final class BlockerSettings implements Settings {

    @Override
    public List<Setting> read() {
        return List.of(Setting.ofAll(LinkBlocker.AUTO_UNBLOCK, Kind.FLAG));
    }
}
