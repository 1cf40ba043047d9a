package dev.baton.testing;

import dev.baton.testing.Caller.Answer;
import java.util.List;
import java.util.stream.Collectors;

/** The form by which people sign in to Tasklist, as a program would use it to guess passwords. */
public final class LoginPage {

    private LoginPage() {}

    public static Answer post(Caller caller, String user, String password) {
        List<String> cookies =
                caller.get("/camunda/app/tasklist/default/").response().headers().allValues("Set-Cookie").stream()
                        .map(cookie -> cookie.split(";")[0])
                        .toList();
        String token = cookies.stream()
                .filter(cookie -> cookie.startsWith("XSRF-TOKEN="))
                .map(cookie -> cookie.substring("XSRF-TOKEN=".length()))
                .collect(Collectors.joining());
        return caller.with("Cookie", String.join("; ", cookies))
                .with("X-XSRF-TOKEN", token)
                .send(
                        "POST",
                        "/camunda/api/admin/auth/user/default/login/tasklist",
                        "username=" + user + "&password=" + password.replace(' ', '+'),
                        "application/x-www-form-urlencoded");
    }
}
