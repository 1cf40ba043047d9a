package dev.baton.security;

import dev.baton.core.StartupFailure;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.valves.RemoteIpValve;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Takes the client's address, the scheme and the host from the X-Forwarded headers of the configured proxies only, because
 * any client can send such a header.
 */
@Component
class TrustedProxies implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private final List<String> proxies;

    TrustedProxies(SecuritySettings settings, @Value("${server.forward-headers-strategy}") String strategy) {
        if (!strategy.equalsIgnoreCase("none")) {
            throw new StartupFailure("The setting server.forward-headers-strategy can't be '" + strategy
                    + "': name the proxies whose headers are to be honoured in baton.proxies.");
        }
        this.proxies = settings.proxies();
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
