package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.StartupFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Mail is off unless there is a server to send it with, and goes to one address at a time. */
class MailSettingsTest {

    @Test
    void thereIsNoMailWithoutAServer() {
        MailTransport off = transport(new DefaultListableBeanFactory(), "");
        assertThat(off.isAvailable()).isFalse();
        assertThatThrownBy(() -> off.send(null, null)).hasMessageContaining("spring.mail.host is not set");
    }

    @Test
    void withAServerThereHasToBeASender() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("sender", new JavaMailSenderImpl());
        assertThat(transport(beans, "baton@example.org").isAvailable()).isTrue();
        assertThatThrownBy(() -> transport(beans, ""))
                .isInstanceOf(StartupFailure.class)
                .hasMessageContaining("baton.mail.from");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody",
                "a@example.org, b@example.org",
                "a@example.org\r\nBcc: b@example.org",
                "All <a@example.org>",
                "all: a@example.org, b@example.org;",
                "a@exam ple.org"
            })
    void whatIsNotExactlyOneAddressIsRefused(String address) {
        assertThat(MailSettings.isAddress(address)).isFalse();
        assertThatThrownBy(() -> new MailSettings(address)).isInstanceOf(StartupFailure.class);
    }

    private static MailTransport transport(DefaultListableBeanFactory beans, String from) {
        return new MailTransport(beans.getBeanProvider(JavaMailSender.class), new MailSettings(from), null);
    }
}
