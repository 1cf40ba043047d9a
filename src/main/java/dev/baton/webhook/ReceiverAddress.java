package dev.baton.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Resolves the host of a webhook and refuses addresses that are not public. A delivery connects to the address that was
 * checked and does not resolve the name again: the answer could be another one then.
 */
@Component
class ReceiverAddress {

    /** A range of addresses, such as 10.0.0.0/8. */
    private record Range(byte[] start, int bits) {

        static Range of(String text) {
            String[] parts = text.split("/");
            try {
                return new Range(InetAddress.getByName(parts[0]).getAddress(), Integer.parseInt(parts[1]));
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(text, e);
            }
        }

        boolean contains(byte[] address) {
            if (address.length != start.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % 8;
                if ((address[bit / 8] & mask) != (start[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** IANA's special-purpose addresses. */
    private static final List<Range> NOT_PUBLIC_IPV4 = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4");

    /** All others are local, mapped, translated or reserved. */
    private static final Range PUBLIC_IPV6 = Range.of("2000::/3");

    /** Among those: tunnels, which lead to any IPv4 address, benchmarks and examples. */
    private static final List<Range> NOT_PUBLIC_IPV6 = ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

    /** Looks a name up. */
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final boolean allowPrivate;
    private final Resolver names;

    @Autowired
    ReceiverAddress(WebhookSettings settings) {
        this(settings, InetAddress::getAllByName);
    }

    ReceiverAddress(WebhookSettings settings, Resolver names) {
        this.allowPrivate = settings.allowPrivate();
        this.names = names;
    }

    /** The address to connect to. */
    InetAddress resolve(String host) throws RefusedAddress, UnknownHostException {
        return Arrays.stream(names.resolve(host))
                .filter(address -> allowPrivate || isPublic(address))
                .findFirst()
                .orElseThrow(() -> new RefusedAddress(host));
    }

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return NOT_PUBLIC_IPV4.stream().noneMatch(range -> range.contains(bytes));
        }
        return PUBLIC_IPV6.contains(bytes) && NOT_PUBLIC_IPV6.stream().noneMatch(range -> range.contains(bytes));
    }

    private static List<Range> ranges(String... texts) {
        return Arrays.stream(texts).map(Range::of).toList();
    }
}
