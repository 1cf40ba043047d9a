package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Webhooks do not lead into the network that the server is in. */
class ReceiverAddressTest {

    private static final WebhookSettings SETTINGS = new WebhookSettings(false, Duration.ofSeconds(1), null);
    private static final ReceiverAddress PUBLIC_ONLY = new ReceiverAddress(SETTINGS);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.9.10",
                "localhost",
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "2130706433",
                "127.1",
                "[::1]",
                "[::]",
                "[::ffff:127.0.0.1]",
                "[::ffff:10.0.0.1]",
                "[::127.0.0.1]",
                "[64:ff9b::a00:1]",
                "[fe80::1]",
                "[fec0::1]",
                "[fc00::1]",
                "[fd12:3456::1]",
                "[ff02::1]",
                "[2002:a00:1::]",
                "[2001:0:a00:1::]",
                "[2001:db8::1]"
            })
    void anAddressThatIsNotPublicIsRefused(String host) {
        assertThatThrownBy(() -> PUBLIC_ONLY.resolve(host))
                .isInstanceOf(RefusedAddress.class)
                .hasMessageContaining("allow-private");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "172.32.0.1", "100.128.0.1", "[2606:4700:4700::1111]", "[2a00:1450::1]"})
    void aPublicAddressIsTheOneToConnectTo(String host) throws Exception {
        assertThat(PUBLIC_ONLY.resolve(host)).isEqualTo(InetAddress.getByName(host));
    }

    /** Whatever the resolver makes of a spelling is what is checked, and what is connected to. */
    @ParameterizedTest
    @ValueSource(strings = {"0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "LOCALHOST"})
    void otherSpellingsOfALoopbackAddressDoNotLeadThere(String host) {
        try {
            assertThat(ReceiverAddress.isPublic(PUBLIC_ONLY.resolve(host))).isTrue();
        } catch (RefusedAddress | UnknownHostException e) {
            // just as well
        }
    }

    @Test
    void aNameIsJudgedByWhereItLeads() throws Exception {
        assertThatThrownBy(() -> resolving("10.0.0.5").resolve("intranet.example.org"))
                .isInstanceOf(RefusedAddress.class);
        assertThatThrownBy(() -> resolving("::1").resolve("intranet.example.org"))
                .isInstanceOf(RefusedAddress.class);
        assertThat(resolving("192.168.0.1", "1.1.1.1").resolve("both.example.org"))
                .isEqualTo(InetAddress.getByName("1.1.1.1"));
    }

    /** The first answer is for the check when a webhook is created, the second for a delivery. */
    @Test
    void aNameThatLeadsElsewhereLaterIsRefusedThen() throws Exception {
        Iterator<String> answers = List.of("1.1.1.1", "127.0.0.1").iterator();
        ReceiverAddress rebound =
                new ReceiverAddress(SETTINGS, host -> new InetAddress[] {InetAddress.getByName(answers.next())});
        rebound.resolve("rebind.example.org");
        assertThatThrownBy(() -> rebound.resolve("rebind.example.org")).isInstanceOf(RefusedAddress.class);
    }

    private static ReceiverAddress resolving(String... addresses) {
        return new ReceiverAddress(SETTINGS, host -> {
            InetAddress[] found = new InetAddress[addresses.length];
            for (int i = 0; i < found.length; i++) {
                found[i] = InetAddress.getByName(addresses[i]);
            }
            return found;
        });
    }

    @Test
    void aSettingAllowsTheOthers() throws RefusedAddress, UnknownHostException {
        assertThat(new ReceiverAddress(new WebhookSettings(true, Duration.ofSeconds(1), null))
                        .resolve("127.0.0.1")
                        .isLoopbackAddress())
                .isTrue();
    }
}
