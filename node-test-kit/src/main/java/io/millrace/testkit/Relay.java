// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port of this machine whose connections lead to a server, and which can be cut: for tests of a server that goes away
 * and comes back.
 */
public final class Relay implements AutoCloseable {

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    private Relay(InetSocketAddress server, ServerSocket listener) {
        this.server = server;
        this.listener = listener;
    }

    /** Opens a relay to a port of this machine. */
    public static Relay to(int port) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        Relay relay = new Relay(new InetSocketAddress(here, port), new ServerSocket(0, 50, here));
        Thread.ofVirtual().name("relay").start(relay::accept);
        return relay;
    }

    /** The port to connect to, on 127.0.0.1. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Ends all connections; new ones end at once. */
    public void cut() {
        cut = true;
        sockets.forEach(Relay::close);
    }

    /** Lets connections through again. */
    public void restore() {
        cut = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                Thread.ofVirtual().start(() -> join(client));
            } catch (IOException _) {
                // Closed, or a client that went away.
            }
        }
    }

    private void join(Socket client) {
        try (client;
                Socket there = new Socket()) {
            sockets.add(there);
            there.connect(server);
            if (cut) {
                return;
            }
            Thread back = Thread.ofVirtual().start(() -> copy(there, client));
            copy(client, there);
            back.join();
        } catch (IOException _) {
            // One of the ends is gone: the other one is closed too.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(client);
        }
    }

    /** Copies until one end is closed, then closes both. */
    private void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // As the end of the stream.
        } finally {
            sockets.remove(from);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // Closed all the same.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
