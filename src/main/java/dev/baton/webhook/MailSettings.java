package dev.baton.webhook;

import dev.baton.core.StartupFailure;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.mail}; the server to send with is Spring Boot's {@code spring.mail}.
 *
 * @param from the sender of mails; empty for none
 */
@ConfigurationProperties("baton.mail")
record MailSettings(String from) {

    MailSettings {
        from = from == null ? "" : from.strip();
        StartupFailure.checkSetting(
                from.isEmpty() || isAddress(from), "baton.mail.from", from, "an address such as baton@example.org");
    }

    /** Whether the text is exactly one address, without a name. */
    static boolean isAddress(String text) {
        try {
            InternetAddress address = new InternetAddress(text, true);
            return text.equals(address.getAddress()) && !address.isGroup() && text.indexOf('@') > 0;
        } catch (AddressException e) {
            return false;
        }
    }
}
