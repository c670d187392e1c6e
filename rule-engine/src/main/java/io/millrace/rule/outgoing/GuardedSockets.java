// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import io.millrace.message.id.TenantId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates sockets that connect to allowed addresses only. A host is resolved when its socket connects, whether or not
 * the caller has resolved it before, so that the address that is checked is the one that is used.
 */
final class GuardedSockets extends SocketFactory {

    private static final int CONNECT_TIMEOUT_MS = 10_000;

    private final TenantId tenant;
    private final OutgoingAddresses addresses;

    GuardedSockets(TenantId tenant, OutgoingAddresses addresses) {
        this.tenant = tenant;
        this.addresses = addresses;
    }

    private final class GuardedSocket extends Socket {

        @Override
        public void connect(SocketAddress endpoint) throws IOException {
            connect(endpoint, CONNECT_TIMEOUT_MS);
        }

        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
            if (!(endpoint instanceof InetSocketAddress target)) {
                throw new SocketException("expected a host and a port, got " + endpoint);
            }
            // A socket can try only one address.
            InetAddress allowed =
                    addresses.of(tenant, target.getHostString(), target.getPort()).getFirst();
            super.connect(
                    new InetSocketAddress(allowed, target.getPort()),
                    timeout == 0 ? CONNECT_TIMEOUT_MS : timeout);
        }
    }

    @Override
    public Socket createSocket() {
        return new GuardedSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(InetSocketAddress.createUnresolved(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
            throws IOException {
        return connected(
                InetSocketAddress.createUnresolved(host, port),
                new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
            throws IOException {
        return connected(
                new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    private Socket connected(InetSocketAddress target, @Nullable InetSocketAddress local)
            throws IOException {
        Socket socket = createSocket();
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.connect(target);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
