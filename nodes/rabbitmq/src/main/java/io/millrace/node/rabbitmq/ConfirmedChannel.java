// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A channel of a connection, on which the broker confirms each message. Messages are mandatory: the broker returns one
 * that reaches no queue, before it confirms it. Safe for use by many threads; the lock is held while a message is
 * published, so that the number noted for it is the broker's.
 */
final class ConfirmedChannel {

    private final Connection connection;
    private final Channel channel;
    private final ReentrantLock lock = new ReentrantLock();

    /** By number on the channel. */
    private final ConcurrentNavigableMap<Long, Unconfirmed> unconfirmed =
            new ConcurrentSkipListMap<>();

    private record Unconfirmed(
            String id,
            String exchange,
            String routingKey,
            AtomicBoolean returned,
            CompletableFuture<@Nullable Void> confirmed) {}

    /** Opens a channel, the only one of its connection. */
    ConfirmedChannel(Connection connection) throws IOException {
        this.connection = connection;
        Channel opened = connection.createChannel();
        if (opened == null) {
            throw new IOException("the broker allows no more channels");
        }
        this.channel = opened;
        var _ =
                channel.addConfirmListener(
                        (number, multiple) -> settle(number, multiple, true),
                        (number, multiple) -> settle(number, multiple, false));
        var _ =
                channel.addReturnListener(
                        message -> noteReturned(message.getProperties().getMessageId()));
        channel.addShutdownListener(this::fail);
        channel.confirmSelect();
    }

    /**
     * Publishes a message.
     *
     * @return completes when the broker has confirmed it
     */
    CompletableFuture<@Nullable Void> publish(
            String exchange, String routingKey, AMQP.BasicProperties properties, byte[] body)
            throws IOException {
        CompletableFuture<@Nullable Void> confirmed = new CompletableFuture<>();
        lock.lock();
        try {
            long number = channel.getNextPublishSeqNo();
            unconfirmed.put(
                    number,
                    new Unconfirmed(
                            properties.getMessageId(),
                            exchange,
                            routingKey,
                            new AtomicBoolean(),
                            confirmed));
            try {
                channel.basicPublish(exchange, routingKey, true, properties, body);
            } catch (IOException | RuntimeException e) {
                unconfirmed.remove(number);
                throw e;
            }
            return confirmed;
        } finally {
            lock.unlock();
        }
    }

    private void noteReturned(String id) {
        for (Unconfirmed message : unconfirmed.values()) {
            if (message.id().equals(id) && message.returned().compareAndSet(false, true)) {
                return;
            }
        }
    }

    /** Called by the connection's thread, which must not wait for a publisher. */
    private void settle(long number, boolean multiple, boolean isTaken) {
        long first = multiple ? 0 : number;
        for (Long each : List.copyOf(unconfirmed.subMap(first, true, number, true).keySet())) {
            Unconfirmed message = unconfirmed.remove(each);
            if (message != null) {
                settle(message, isTaken);
            }
        }
    }

    private static void settle(Unconfirmed message, boolean isTaken) {
        boolean isReturned = message.returned().get();
        if (isTaken && !isReturned) {
            message.confirmed().complete(null);
        } else {
            message.confirmed()
                    .completeExceptionally(
                            new IOException(
                                    "the broker refuses the message for exchange \"%s\" and routing key \"%s\"%s"
                                            .formatted(
                                                    message.exchange(),
                                                    message.routingKey(),
                                                    isReturned ? ": no queue takes it" : "")));
        }
    }

    private void fail(ShutdownSignalException cause) {
        IOException reason =
                new IOException("the broker closed the channel: " + cause.getMessage(), cause);
        for (Long each : List.copyOf(unconfirmed.keySet())) {
            Unconfirmed message = unconfirmed.remove(each);
            if (message != null) {
                message.confirmed().completeExceptionally(reason);
            }
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Closes the connection without waiting for the broker. */
    void close() {
        connection.abort(0);
    }
}
