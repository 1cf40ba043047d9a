package dev.baton.benchmark;

import dev.baton.event.EventStreams;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Many listeners to the stream of events, read by one thread with as little work as can be. */
final class StreamCrowd implements AutoCloseable {

    /** When an event arrived at a listener. */
    record Arrival(long number, long at) {}

    /** One connection, and the line that has not ended yet. */
    private record Line(SocketChannel channel, StringBuilder text) {}

    private static final String ID = "id: ";

    private final Selector selector = Selector.open();
    private final List<Line> lines = new ArrayList<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Thread reader = new Thread(this::read, "listeners");
    private volatile boolean closed;

    StreamCrowd(Baton baton, int size) throws IOException {
        URI url = URI.create(baton.url());
        String request =
                "GET /api/events?lifecycle=work-queue HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                        + "Authorization: Basic "
                        + Base64.getEncoder().encodeToString("admin:demo".getBytes(StandardCharsets.UTF_8))
                        + "\r\n\r\n";
        for (int i = 0; i < size; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(url.getHost(), url.getPort()));
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            channel.configureBlocking(false);
            Line line = new Line(channel, new StringBuilder());
            channel.register(selector, SelectionKey.OP_READ, line);
            lines.add(line);
            int expected = i + 1; // all at once would wait for connections to the database while they sign in
            Crowd.waitUntil(
                    expected + " listen",
                    30,
                    () -> baton.bean(EventStreams.class).count() >= expected);
        }
        reader.start();
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
        try {
            while (!closed) {
                selector.select(100);
                long now = System.nanoTime();
                for (SelectionKey key : selector.selectedKeys()) {
                    Line line = (Line) key.attachment();
                    buffer.clear();
                    if (line.channel().read(buffer) < 0) {
                        throw new IOException("a listener was closed");
                    }
                    take(line, buffer.flip(), now);
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void take(Line line, ByteBuffer bytes, long now) {
        while (bytes.hasRemaining()) {
            char c = (char) bytes.get();
            if (c != '\n') {
                line.text().append(c);
                continue;
            }
            if (line.text().indexOf(ID) == 0) {
                synchronized (arrivals) {
                    arrivals.add(new Arrival(Long.parseLong(line.text().substring(ID.length())), now));
                }
            }
            line.text().setLength(0);
        }
    }

    List<Arrival> arrivals() {
        synchronized (arrivals) {
            return List.copyOf(arrivals);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        closed = true;
        reader.join();
        for (Line line : lines) {
            line.channel().close();
        }
        selector.close();
    }
}
