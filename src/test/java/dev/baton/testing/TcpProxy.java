package dev.baton.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards connections to a local port, and can be interrupted and restored. */
public final class TcpProxy implements AutoCloseable {

    private final int port;
    private final AtomicInteger answersToBreak = new AtomicInteger();
    private volatile int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket entrance;

    public TcpProxy(int target) {
        this.target = target;
        this.entrance = listen(0);
        this.port = entrance.getLocalPort();
        thread(() -> accept(entrance));
    }

    public int port() {
        return port;
    }

    /** New connections lead there from now on. */
    public void target(int other) {
        target = other;
    }

    /** Of the next answers only the first half arrives, then the connection is gone. */
    public void breakAnswers(int count) {
        answersToBreak.set(count);
    }

    /** How many of them are still to be broken. */
    public int answersToBreak() {
        return answersToBreak.get();
    }

    /** Breaks every connection and refuses new ones. */
    public void cut() {
        close(entrance);
        open.forEach(TcpProxy::close);
        open.clear();
    }

    public void mend() {
        entrance = listen(port);
        thread(() -> accept(entrance));
    }

    @Override
    public void close() {
        cut();
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket socket) {
        try {
            while (true) {
                connect(socket.accept());
            }
        } catch (IOException e) {
            // cut
        }
    }

    private void connect(Socket in) {
        try {
            Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(in);
            open.add(out);
            if (entrance.isClosed()) { // cut in the meantime, which may have missed these two
                close(in);
                close(out);
                return;
            }
            thread(() -> pass(in, out, false));
            thread(() -> pass(out, in, true));
        } catch (IOException e) {
            close(in); // nobody listens there at the moment
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            copy(from.getInputStream(), to.getOutputStream(), answers);
        } catch (IOException e) {
            // one side was closed, so the other is closed, too
        }
        open.remove(from);
        open.remove(to);
    }

    private void copy(InputStream from, OutputStream to, boolean answers) throws IOException {
        byte[] part = new byte[16 * 1024];
        for (int size = from.read(part); size >= 0; size = from.read(part)) {
            if (answers && answersToBreak.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                to.write(part, 0, size / 2);
                return;
            }
            to.write(part, 0, size);
        }
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // closed already
        }
    }
}
