package dev.baton.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes mail over SMTP and keeps it. One for all servers of this JVM: tests tell their mails apart by the recipients. */
public final class MailServer {

    private static final MailServer SHARED = new MailServer();

    /** One mail, for one recipient. */
    public record Mail(String to, List<String> lines) {

        /** The value of a header; null if there is none. Folded headers are unfolded. */
        public String header(String name) {
            String head = String.join("\n", lines.subList(0, lines.indexOf(""))).replaceAll("\n[ \t]+", " ");
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElse(null);
        }

        public String text() {
            return String.join("\n", lines.subList(lines.indexOf("") + 1, lines.size()));
        }
    }

    private final ServerSocket socket;
    private final List<Mail> mails = new CopyOnWriteArrayList<>();
    private final Map<String, String> refusals = new ConcurrentHashMap<>();

    private MailServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    public static MailServer shared() {
        return SHARED;
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Answers mail to this address with a refusal such as {@code 451 later}; null takes it again. */
    public void refuse(String address, String answer) {
        if (answer == null) {
            refusals.remove(address);
        } else {
            refusals.put(address, answer);
        }
    }

    public List<Mail> to(String address) {
        return mails.stream().filter(mail -> mail.to().equals(address)).toList();
    }

    /** Waits until there are that many mails to an address. */
    public List<Mail> until(String address, int count) {
        Crowd.waitUntil(count + " mails to " + address, 20, () -> to(address).size() >= count);
        return to(address);
    }

    private void accept() {
        while (true) {
            try {
                Socket client = socket.accept();
                daemon(() -> talk(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void daemon(Runnable action) {
        Thread thread = new Thread(action, "mail server of the tests");
        thread.setDaemon(true);
        thread.start();
    }

    private void talk(Socket client) {
        try (client) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            OutputStream out = client.getOutputStream();
            List<String> recipients = new ArrayList<>();
            answer(out, "220 tests");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = line.substring(0, Math.min(4, line.length())).toUpperCase(Locale.ROOT);
                if (command.equals("RCPT")) {
                    String address = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
                    String refusal = refusals.get(address);
                    recipients.add(address);
                    answer(out, refusal == null ? "250 ok" : refusal);
                } else if (command.equals("DATA")) {
                    answer(out, "354 go on");
                    List<String> lines = data(in);
                    recipients.forEach(address -> mails.add(new Mail(address, lines)));
                    answer(out, "250 taken");
                } else {
                    answer(out, command.equals("QUIT") ? "221 bye" : "250 ok");
                }
            }
        } catch (IOException e) {
            // the sender has hung up
        }
    }

    private static List<String> data(BufferedReader in) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            lines.add(line.startsWith(".") ? line.substring(1) : line);
        }
        return lines;
    }

    private static void answer(OutputStream out, String text) throws IOException {
        out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
