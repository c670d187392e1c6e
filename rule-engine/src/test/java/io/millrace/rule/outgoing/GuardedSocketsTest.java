// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.TenantId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.UUID;
import javax.net.SocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardedSocketsTest {

    private static final TenantId TENANT = new TenantId(UUID.randomUUID());

    private final HostLookups lookups = new HostLookups(HostLookups.Names.SYSTEM);
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        lookups.close();
    }

    @Test
    void connectToAnAllowedAddress() throws IOException {
        SocketFactory sockets = allowing("127.0.0.1");

        try (Socket one = sockets.createSocket();
                Socket other = sockets.createSocket("127.0.0.1", server.getLocalPort())) {
            one.connect(new InetSocketAddress("127.0.0.1", server.getLocalPort()));

            assertThat(one.isConnected()).isTrue();
            assertThat(other.isConnected()).isTrue();
        }
    }

    @Test
    void refuseAnAddressThatTheCallerHasResolvedItself() throws IOException {
        try (Socket socket = allowing("192.0.2.1").createSocket()) {
            assertThatThrownBy(() ->
                            socket.connect(
                                    new InetSocketAddress(
                                            server.getInetAddress(), server.getLocalPort()),
                                    100))
                    .isInstanceOf(OutgoingRefusedException.class)
                    .hasMessageContaining("127.0.0.1, port " + server.getLocalPort());
        }
    }

    @Test
    void refuseANameThatLeadsToAnAddressThatIsNotAllowed() {
        assertThatThrownBy(() ->
                        allowing("192.0.2.1").createSocket("localhost", server.getLocalPort()))
                .isInstanceOf(OutgoingRefusedException.class)
                .hasMessageContaining("localhost (");
    }

    private SocketFactory allowing(String target) {
        return new OutgoingAddresses(
                        new OutgoingGuard(
                                AllowedTargets.of(List.of(target)), _ -> AllowedTargets.NONE),
                        lookups)
                .sockets(TENANT);
    }
}
