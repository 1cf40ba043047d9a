package dev.baton.webhook;

import java.io.IOException;

/** A webhook names a host without a public address. */
final class RefusedAddress extends IOException {

    RefusedAddress(String host) {
        super("'" + host + "' has no public address; baton.webhooks.allow-private=true allows others");
    }
}
