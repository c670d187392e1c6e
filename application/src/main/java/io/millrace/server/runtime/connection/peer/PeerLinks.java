// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.message.id.TenantId;
import io.millrace.message.room.SharedRoom;
import io.millrace.server.platform.peer.Peer;
import io.millrace.server.platform.peer.Peers;
import io.millrace.transport.device.DeviceConnection.Delivery;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** The links to all other instances. Thread-safe; no call blocks. */
final class PeerLinks implements AutoCloseable {

    static final String PATH = "/internal/device-connections";

    private final Peers peers;
    private final Post post;
    private final JsonMapper json;
    private final SharedRoom<TenantId> room;
    private final Map<String, PeerLink> links = new ConcurrentHashMap<>();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("device-connections-", 1).factory());

    /** Posts a batch to an instance; blocks until it has taken it. */
    @FunctionalInterface
    interface Post {
        void to(Peer peer, byte[] json) throws IOException, InterruptedException;
    }

    /** @param roomBytes the bytes of messages that may wait, over all links and tenants */
    PeerLinks(Peers peers, Post post, JsonMapper json, long roomBytes) {
        this.peers = peers;
        this.post = post;
        this.json = json;
        this.room = new SharedRoom<>(roomBytes);
    }

    /**
     * Sends a message to an instance.
     *
     * @param tenant whose share of the room is used
     * @param undelivered is called with the reason if the instance does not get the message; must not block
     */
    void send(
            String instance, TenantId tenant, PeerMessage message, Consumer<Delivery> undelivered) {
        if (find(instance).isEmpty()) {
            lost.increment();
            undelivered.accept(Delivery.NOT_CONNECTED);
            return;
        }
        PeerLink link = links.computeIfAbsent(instance, this::link);
        boolean fits =
                link.send(
                        tenant,
                        message,
                        () -> {
                            lost.increment();
                            undelivered.accept(Delivery.NOT_CONNECTED);
                        });
        if (fits) {
            accepted.increment();
        } else {
            refused.increment();
            undelivered.accept(Delivery.NO_ROOM);
        }
    }

    /** Sends a message to all other instances. */
    void sendToAll(TenantId tenant, PeerMessage message) {
        peers.known().forEach(peer -> send(peer.name(), tenant, message, _ -> {}));
    }

    /** True if the instance is in the cluster. */
    boolean isKnown(String instance) {
        return find(instance).isPresent();
    }

    private Optional<Peer> find(String instance) {
        return peers.known().stream().filter(peer -> peer.name().equals(instance)).findFirst();
    }

    private PeerLink link(String instance) {
        return new PeerLink(instance, messages -> send(instance, messages), room, threads);
    }

    private void send(String instance, List<PeerMessage> messages)
            throws IOException, InterruptedException {
        Peer peer =
                find(instance)
                        .orElseThrow(() -> new IOException("the instance has left the cluster"));
        post.to(peer, json.writeValueAsBytes(new PeerMessages(messages)));
    }

    /** Bytes of messages that wait to be sent. */
    long waitingBytes() {
        return room.used();
    }

    /** Number of messages that were accepted. */
    long accepted() {
        return accepted.sum();
    }

    /** Number of messages that their instance did not take. */
    long lost() {
        return lost.sum();
    }

    /** Number of messages for which there was no room. */
    long refused() {
        return refused.sum();
    }

    /** Interrupts the requests under way; their messages fail. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
