package dev.baton.engine.identity;

import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import org.camunda.bpm.webapp.impl.security.auth.Authentications;
import org.springframework.stereotype.Component;

/** Binds a session to its user's password at login. */
@Component
class WebappSessionListener implements HttpSessionAttributeListener {

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
        if (event.getValue() instanceof Authentications) {
            WebappSession.bind(event.getSession());
        }
    }
}
