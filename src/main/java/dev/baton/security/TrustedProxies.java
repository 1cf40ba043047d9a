package dev.baton.security;

import dev.baton.core.StartupFailure;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.valves.RemoteIpValve;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Takes the client's address, the scheme and the host from the X-Forwarded headers of the proxies that are named in the
 * settings, and of nobody else: anyone can send such a header.
 */
@Component
class TrustedProxies implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*");

    private final List<String> proxies;

    TrustedProxies(
            @Value("${baton.proxies}") List<String> proxies,
            @Value("${server.forward-headers-strategy}") String strategy) {
        if (!strategy.equalsIgnoreCase("none")) {
            throw new StartupFailure("The setting server.forward-headers-strategy can't be '" + strategy
                    + "': name the proxies whose headers are to be honoured in baton.proxies.");
        }
        this.proxies = proxies.stream().map(TrustedProxies::address).toList();
    }

    /** As the container writes it: ::1 is 0:0:0:0:0:0:0:1. */
    private static String address(String proxy) {
        try {
            if (ADDRESS.matcher(proxy).matches()) {
                return InetAddress.getByName(proxy).getHostAddress();
            }
        } catch (UnknownHostException e) {
            // said below
        }
        throw new StartupFailure("The setting baton.proxies can't hold '" + proxy
                + "'; it has to be IP addresses such as 10.0.0.7, separated by commas.");
    }

    @Override
    public void customize(TomcatServletWebServerFactory server) {
        if (proxies.isEmpty()) {
            return;
        }
        RemoteIpValve valve = new RemoteIpValve();
        valve.setInternalProxies(proxies.stream().map(Pattern::quote).collect(Collectors.joining("|")));
        valve.setProtocolHeader("X-Forwarded-Proto");
        valve.setHostHeader("X-Forwarded-Host");
        valve.setPortHeader("X-Forwarded-Port");
        server.addEngineValves(valve);
    }
}
