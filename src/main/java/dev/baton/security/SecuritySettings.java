package dev.baton.security;

import dev.baton.core.StartupFailure;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The security settings directly under {@code baton}.
 *
 * @param adminPassword the password of the first admin; empty to generate one
 * @param proxies the addresses of proxies whose X-Forwarded headers are used, in the container's notation
 */
@ConfigurationProperties("baton")
record SecuritySettings(
        @DefaultValue("") String adminPassword,
        @DefaultValue List<String> proxies) {

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*");

    SecuritySettings {
        proxies = proxies.stream().map(SecuritySettings::address).toList();
    }

    /** The container writes ::1 as 0:0:0:0:0:0:0:1. */
    private static String address(String proxy) {
        try {
            if (ADDRESS.matcher(proxy).matches()) {
                return InetAddress.getByName(proxy).getHostAddress();
            }
        } catch (UnknownHostException e) {
            // reported below
        }
        throw new StartupFailure("The setting baton.proxies can't hold '" + proxy
                + "'; it has to be IP addresses such as 10.0.0.7, separated by commas.");
    }

    /** Leaves out the password, because the text may be logged. */
    @Override
    public String toString() {
        return "SecuritySettings[proxies=" + proxies + "]";
    }
}
