package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Receiver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries over HTTPS: the receiver's certificate has to be trusted, and for the name in the URL. */
class SecureReceiverTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path folder;

    @Test
    void onlyATrustedCertificateForTheNameGetsADelivery() throws Exception {
        Baton baton = Baton.on(Database.H2);
        KeyStore store = selfSigned("localhost");
        SSLContext before = SSLContext.getDefault();
        try (Receiver receiver = new Receiver(context(store))) {
            JsonNode webhook = subscribe(baton, receiver.url("localhost"));
            String test = path(webhook) + "/test";
            JsonNode refused = baton.admin().post(test, "{}").expect(202).json();
            Crowd.waitUntil("it is noted", 20, () -> !failure(baton, webhook).isEmpty());
            assertThat(failure(baton, webhook)).contains("certificate").contains("valid certification path");
            assertThat(receiver.received()).isEmpty();

            SSLContext.setDefault(context(store)); // as javax.net.ssl.trustStore does for a whole server
            baton.admin()
                    .post(path(webhook) + "/deliveries/" + refused.get("number") + "/redeliver", "{}")
                    .expect(202);
            Receiver.Received received = receiver.until(1).get(0);
            assertThat(received.signature())
                    .isEqualTo(Signature.of(webhook.get("secret").asText(), received.timestamp(), received.body()));

            JsonNode misnamed = subscribe(baton, receiver.url("127.0.0.1"));
            baton.admin().post(path(misnamed) + "/test", "{}").expect(202);
            Crowd.waitUntil("it is noted", 20, () -> !failure(baton, misnamed).isEmpty());
            assertThat(failure(baton, misnamed)).contains("certificate").contains("127.0.0.1");
            assertThat(receiver.received()).hasSize(1);
            baton.admin().delete(path(webhook), null).expect(204);
            baton.admin().delete(path(misnamed), null).expect(204);
        } finally {
            SSLContext.setDefault(before);
        }
    }

    private static JsonNode subscribe(Baton baton, String url) {
        return baton.admin()
                .post("/api/webhooks", "{\"url\":\"%s\",\"tasks\":[\"%s\"]}".formatted(url, Baton.newId()))
                .expect(201)
                .json();
    }

    private static String path(JsonNode webhook) {
        return "/api/webhooks/" + webhook.get("id").asText();
    }

    private static String failure(Baton baton, JsonNode webhook) {
        return baton.admin()
                .get(path(webhook) + "/deliveries")
                .expect(200)
                .json()
                .at("/deliveries/0/failure")
                .asText("");
    }

    private KeyStore selfSigned(String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("receiver.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor())
                .as(Files.readString(folder.resolve("keytool.log")))
                .isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        // the certificate as a trusted one, too
        store.setCertificateEntry("trusted", store.getCertificate(name));
        return store;
    }

    /** Presents the certificate of the store, and trusts it. */
    private static SSLContext context(KeyStore store) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
