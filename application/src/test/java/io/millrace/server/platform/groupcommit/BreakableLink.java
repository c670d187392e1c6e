// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.queue.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A TCP port that leads to a server, and can be cut: connections break, and new ones are refused until it is restored.
 */
public final class BreakableLink implements AutoCloseable {

    private final InetSocketAddress server;
    private final int port;
    private final List<Socket> sockets = new ArrayList<>();
    private @Nullable ServerSocket listener;

    /** A link to a port of this machine. */
    public BreakableLink(int serverPort) {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
        port = listen(FreePorts.take());
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Breaks all connections; from now on new ones are refused. */
    public synchronized void cut() {
        closeQuietly(listener);
        listener = null;
        sockets.forEach(BreakableLink::closeQuietly);
        sockets.clear();
    }

    /** Lets connections through again. */
    public synchronized void mend() {
        listen(port);
    }

    @Override
    public void close() {
        cut();
    }

    private synchronized int listen(int wanted) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
            listener = socket;
            Thread.ofVirtual().start(() -> accept(socket));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket from) {
        try {
            while (true) {
                join(from, from.accept());
            }
        } catch (IOException _) {
            closeQuietly(from);
        }
    }

    private synchronized void join(ServerSocket from, Socket client) throws IOException {
        if (from.isClosed()) {
            client.close();
            return;
        }
        Socket upstream = new Socket();
        upstream.connect(server);
        sockets.add(client);
        sockets.add(upstream);
        Thread.ofVirtual().start(() -> pump(client, upstream));
        Thread.ofVirtual().start(() -> pump(upstream, client));
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException _) {
            // Cut: the other direction ends in the same way.
        }
    }

    private static void closeQuietly(@Nullable AutoCloseable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (Exception _) {
            // It is gone, which is what was wanted.
        }
    }
}
