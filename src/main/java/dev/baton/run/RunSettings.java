package dev.baton.run;

import dev.baton.task.Setting;
import dev.baton.task.Setting.Kind;
import dev.baton.task.Settings;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
final class RunSettings implements Settings {

    @Override
    public List<Setting> read() {
        return List.of(Setting.ofAll(Costs.BUDGET, Kind.SUM), Setting.ofAll(RunReports.MAX_FAILURES, Kind.COUNT));
    }
}
