package dev.baton.policy;

import dev.baton.core.StartupFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Looks at the settings when the server starts: a slip would otherwise show with the first task that meets it. */
@Component
class PolicyValidator {

    private final List<PolicySetting> known;

    PolicyValidator(Policy policy, List<PolicySettings> rooms) {
        known = rooms.stream().flatMap(room -> room.read().stream()).toList();
        List<String> faults = new ArrayList<>();
        policy.values().forEach((lifecycle, settings) -> {
            if (settings instanceof Map<?, ?> values) {
                values.forEach((name, value) -> check(lifecycle, name.toString(), value, faults));
            }
        });
        if (!faults.isEmpty()) {
            throw new StartupFailure(String.join("\n", faults));
        }
    }

    /** An empty value is none: the default holds. */
    private void check(String lifecycle, String name, Object value, List<String> faults) {
        String text = String.valueOf(value);
        for (PolicySetting setting : known) {
            if (!setting.isFor(lifecycle)) {
                continue;
            }
            String written = "The setting baton.policy." + lifecycle + "." + name;
            if (setting.isNearly(name)) {
                faults.add(written + " is not read by anybody: write " + setting.name() + ", in application.yaml or as "
                        + "--baton.policy." + lifecycle + "." + setting.name() + "=" + text + ".");
            } else if (setting.name().equals(name)
                    && !text.isEmpty()
                    && !setting.kind().fits(text)) {
                faults.add(written + " can't be '" + text + "'; it has to be "
                        + setting.kind().expected() + ".");
            }
        }
    }
}
