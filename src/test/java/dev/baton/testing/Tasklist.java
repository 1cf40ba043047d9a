package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Caller.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A user in Tasklist: a session of Camunda's web applications, with cookie and CSRF token. */
public final class Tasklist {

    private static final String ENGINE = "/camunda/api/engine/engine/default";

    private final CookieManager cookies = new CookieManager();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .build();
    private final String url;
    private boolean token = true;
    private boolean elsewhere;

    private Tasklist(String url) {
        this.url = url;
    }

    public static Tasklist of(Baton baton, String user) {
        return of(baton.url(), user);
    }

    public static Tasklist of(Baton baton, String user, String password) {
        return of(baton.url(), user, password);
    }

    public static Tasklist of(String url, String user) {
        return of(url, user, "demo");
    }

    private static Tasklist of(String url, String user, String password) {
        Tasklist tasklist = visitor(url);
        tasklist.logIn(user, password).expect(200);
        tasklist.send("GET", "/camunda/app/tasklist/default/", null, null); // the new session's CSRF token
        return tasklist;
    }

    /** A user who has opened the page and not signed in yet. */
    public static Tasklist visitor(String url) {
        Tasklist tasklist = new Tasklist(url);
        tasklist.send("GET", "/camunda/app/tasklist/default/", null, null);
        return tasklist;
    }

    public Answer logIn(String user) {
        return logIn(user, "demo");
    }

    private Answer logIn(String user, String password) {
        return send(
                "POST",
                "/camunda/api/admin/auth/user/default/login/tasklist",
                "username=" + user + "&password=" + password,
                "application/x-www-form-urlencoded");
    }

    /** Calls the engine the way that Tasklist's pages do. */
    public Answer post(String path, String json) {
        Answer answer = send("POST", ENGINE + path, json, "application/json");
        assertThat(answer.status()).as("signed in").isNotEqualTo(401);
        return answer;
    }

    public Answer read(String path) {
        return send("GET", ENGINE + path, null, null);
    }

    /** Calls our API with the session, the way that our forms do. */
    public Answer api(String method, String path, String json) {
        return send(method, path, json, json == null ? null : "application/json");
    }

    public void signOut() {
        send("POST", "/camunda/api/admin/auth/user/default/logout", "", "application/json");
    }

    /** Continues without the CSRF token, as another site would have to. */
    public Tasklist withoutToken() {
        token = false;
        return this;
    }

    /** Sends the headers of a request that another site has caused. */
    public Tasklist fromElsewhere() {
        elsewhere = true;
        return this;
    }

    private Answer send(String method, String path, String body, String type) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Accept", "application/json, text/html;q=0.9")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        if (elsewhere) {
            request.header("Sec-Fetch-Site", "cross-site");
        }
        cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> token && cookie.getName().equals("XSRF-TOKEN"))
                .map(HttpCookie::getValue)
                .forEach(token -> request.header("X-XSRF-TOKEN", token));
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
