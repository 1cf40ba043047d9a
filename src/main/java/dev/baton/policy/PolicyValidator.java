package dev.baton.policy;

import dev.baton.core.StartupFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Validates the settings at start, so that a wrong value does not fail later with the first task that uses it. */
@Component
class PolicyValidator {

    private final List<PolicySetting> known;

    PolicyValidator(Policy policy, List<PolicySettings> declarations) {
        known = declarations.stream()
                .flatMap(declaration -> declaration.settings().stream())
                .toList();
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

    /** An empty value stands for the default. */
    private void check(String lifecycle, String name, Object value, List<String> faults) {
        String text = String.valueOf(value);
        for (PolicySetting setting : known) {
            if (!setting.appliesTo(lifecycle)) {
                continue;
            }
            String subject = "The setting baton.policy." + lifecycle + "." + name;
            if (setting.isRelaxedFormOf(name)) {
                faults.add(subject + " is not read by anybody: write " + setting.name() + ", in application.yaml or as "
                        + "--baton.policy." + lifecycle + "." + setting.name() + "=" + text + ".");
            } else if (setting.name().equals(name)
                    && !text.isEmpty()
                    && !setting.kind().accepts(text)) {
                faults.add(subject + " can't be '" + text + "'; it has to be "
                        + setting.kind().expected() + ".");
            }
        }
    }
}
