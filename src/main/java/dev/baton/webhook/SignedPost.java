package dev.baton.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.stereotype.Component;

/** Sends a delivery to the URL of its webhook, signed. */
@Component
class SignedPost {

    private final ReceiverAddress addresses;
    private final WebhookSettings settings;
    private final Clock clock;

    SignedPost(ReceiverAddress addresses, WebhookSettings settings, Clock clock) {
        this.addresses = addresses;
        this.settings = settings;
        this.clock = clock;
    }

    /** @return the status of the answer */
    int send(Webhook webhook, Delivery delivery, ScheduledExecutorService timer) throws IOException {
        URI url = URI.create(webhook.url());
        InetAddress address = addresses.resolve(url.getHost());
        String timestamp = String.valueOf(clock.instant().getEpochSecond());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("X-Baton-Event", delivery.kind());
        headers.put("X-Baton-Delivery", String.valueOf(delivery.number()));
        headers.put("X-Baton-Timestamp", timestamp);
        headers.put("X-Baton-Signature", Signature.of(webhook.secret(), timestamp, delivery.body()));
        return new WebhookRequest(url, headers, delivery.body()).send(address, settings.timeout(), timer);
    }
}
