package dev.baton.security;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The remote address of the current request, in a form for rate limits and logs. */
final class CallerAddress {

    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F:.]{2,45}");

    private static final String UNKNOWN = "an unknown address";

    private CallerAddress() {}

    /** Empty outside of a request, for example during the start. */
    static Optional<String> current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? Optional.of(of(attributes.getRequest().getRemoteAddr()))
                : Optional.empty();
    }

    /** An IPv6 caller usually has a whole /64 network, so that is what counts. A proxy may pass on any text. */
    static String of(String remote) {
        String plain = String.valueOf(remote).replaceFirst("%.*$", ""); // without the network interface
        if (!ADDRESS.matcher(plain).matches()) {
            return UNKNOWN;
        }
        if (plain.indexOf(':') < 0) {
            return plain;
        }
        try {
            InetAddress address = InetAddress.getByName(plain);
            return address instanceof Inet6Address six ? network(six) : address.getHostAddress();
        } catch (UnknownHostException e) {
            return UNKNOWN;
        }
    }

    private static String network(Inet6Address address) {
        if (address.isLoopbackAddress()) {
            return "::1";
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, 8, 16, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
