package dev.baton.review;

import dev.baton.policy.PolicySetting;
import dev.baton.policy.PolicySetting.Kind;
import dev.baton.policy.PolicySettings;
import java.util.List;
import org.springframework.stereotype.Component;

/** The policy setting about overdue reviews. */
@Component
final class ReviewPolicy implements PolicySettings {

    @Override
    public List<PolicySetting> settings() {
        return List.of(PolicySetting.ofAll(OfferReviews.SETTING, Kind.TIME));
    }
}
