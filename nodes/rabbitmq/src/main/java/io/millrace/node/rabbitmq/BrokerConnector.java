// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ListAddressResolver;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import io.millrace.message.id.TenantId;
import io.millrace.rule.outgoing.OutgoingAddresses;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Connects to the broker of a node. */
final class BrokerConnector {

    private static final int DEFAULT_CONNECTION_TIMEOUT_MS = 60_000;
    private static final int DEFAULT_HANDSHAKE_TIMEOUT_MS = 10_000;
    private static final int HEARTBEAT_SECONDS = 30;

    private final ConnectionFactory factory = new ConnectionFactory();
    private final String name;

    /** Virtual threads: nothing has to be closed. */
    private final ExecutorService callbacks =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("rabbitmq-callback").factory());

    BrokerConnector(
            RabbitMqConfiguration configuration,
            TenantId tenant,
            OutgoingAddresses addresses,
            String name) {
        this.name = name;
        factory.setHost(configuration.host());
        factory.setPort(configuration.port());
        factory.setVirtualHost(orElse(configuration.virtualHost(), "/"));
        factory.setUsername(orElse(configuration.username(), "guest"));
        factory.setPassword(configuration.password() == null ? "" : configuration.password());
        factory.setConnectionTimeout(timeoutMs(configuration));
        factory.setHandshakeTimeout(
                orElse(configuration.handshakeTimeout(), DEFAULT_HANDSHAKE_TIMEOUT_MS));
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        // The node replaces a lost connection, so that it knows which messages are lost with it.
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setSocketFactory(addresses.sockets(tenant));
        factory.setThreadFactory(task -> {
            Thread thread = new Thread(task, "rabbitmq");
            thread.setDaemon(true);
            return thread;
        });
        Map<String, String> told = configuration.clientProperties();
        if (told != null) {
            Map<String, Object> properties = new HashMap<>(factory.getClientProperties());
            properties.putAll(told);
            factory.setClientProperties(properties);
        }
    }

    static int timeoutMs(RabbitMqConfiguration configuration) {
        return orElse(configuration.connectionTimeout(), DEFAULT_CONNECTION_TIMEOUT_MS);
    }

    private static int orElse(int number, int otherwise) {
        return number == 0 ? otherwise : number;
    }

    private static String orElse(@Nullable String text, String otherwise) {
        return text == null || text.isEmpty() ? otherwise : text;
    }

    /**
     * Connects; blocks until the broker has opened a channel.
     *
     * @throws TimeoutException if that takes too long
     * @throws IOException if the broker cannot be reached or refuses the connection
     */
    ConfirmedChannel connect() throws IOException, TimeoutException {
        Connection connection;
        try {
            // By name: the socket resolves it, and checks the address that it connects to.
            connection =
                    factory.newConnection(
                            callbacks,
                            new ListAddressResolver(
                                    List.of(new Address(factory.getHost(), factory.getPort()))),
                            name);
        } catch (PossibleAuthenticationFailureException e) {
            throw new IOException(
                    "the broker refuses the user %s".formatted(factory.getUsername()), e);
        } catch (IOException e) {
            if (isTimeout(e)) {
                throw (TimeoutException) new TimeoutException(e.getMessage()).initCause(e);
            }
            throw e;
        }
        try {
            return new ConfirmedChannel(connection);
        } catch (IOException | RuntimeException e) {
            connection.abort(0);
            throw e;
        }
    }

    /** The thread that reads from the broker may meet its limit of time before the one that waits for the broker. */
    private static boolean isTimeout(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
