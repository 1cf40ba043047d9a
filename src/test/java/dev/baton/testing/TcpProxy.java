package dev.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Forwards connections to a local port, and can be interrupted and restored. */
public final class TcpProxy implements AutoCloseable {

    private final int target;
    private final int port;
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
                Socket in = socket.accept();
                Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(in);
                open.add(out);
                thread(() -> pass(in, out));
                thread(() -> pass(out, in));
            }
        } catch (IOException e) {
            // cut
        }
    }

    private void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one side was closed, so the other is closed, too
        }
        open.remove(from);
        open.remove(to);
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
