package dev.baton.review;

import dev.baton.task.Setting;
import dev.baton.task.Setting.Kind;
import dev.baton.task.Settings;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
final class ReviewSettings implements Settings {

    @Override
    public List<Setting> read() {
        return List.of(Setting.ofAll(OfferReviews.SETTING, Kind.TIME));
    }
}
