package dev.baton.policy;

import java.util.List;

/** Declares the settings under {@code baton.policy} that a package or its diagrams read. */
public interface PolicySettings {

    List<PolicySetting> settings();
}
