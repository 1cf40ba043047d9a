package dev.baton.security;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Closes the connection after a refused body; Tomcat would block a thread to read the rest of it. */
@Component
class UnreadBodyValve extends ValveBase implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    UnreadBodyValve() {
        super(true);
    }

    @Override
    public void customize(TomcatServletWebServerFactory tomcat) {
        tomcat.addEngineValves(this);
        // Tomcat would read a form's fields by itself, past the limits of BodyLimitFilter; here they are read as a body
        tomcat.addConnectorCustomizers(connector -> connector.setParseBodyMethods(""));
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (BodyRefused.of(request) != null) {
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }
}
