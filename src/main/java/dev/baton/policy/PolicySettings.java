package dev.baton.policy;

import java.util.List;

/** A room tells what settings it, or a diagram that it works for, reads under {@code baton.policy}. */
public interface PolicySettings {

    List<PolicySetting> read();
}
