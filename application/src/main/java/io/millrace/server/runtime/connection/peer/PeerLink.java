// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.message.id.TenantId;
import io.millrace.message.room.SharedRoom;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages to one other instance, in their order. One request is under way at a time; the messages that arrive
 * meanwhile are the next one. If the instance does not take a request, all waiting messages fail at once, so none waits
 * longer than for one request. Thread-safe; no call blocks.
 */
final class PeerLink {

    /** A larger message is refused: no connection of a device takes it. */
    static final long MOST_BYTES = 1 << 20;

    private static final Logger log = LoggerFactory.getLogger(PeerLink.class);

    private static final int MESSAGES_AT_ONCE = 512;

    private final String peer;
    private final Request request;
    private final SharedRoom<TenantId> room;
    private final Executor threads;
    private final ArrayDeque<Item> waiting = new ArrayDeque<>();
    private boolean sending;
    private boolean reachable = true;

    /** Sends a batch; blocks until the instance has taken it. */
    @FunctionalInterface
    interface Request {
        void send(List<PeerMessage> messages) throws IOException, InterruptedException;
    }

    /** @param lost runs if the message was not taken; must not block */
    private record Item(TenantId tenant, PeerMessage message, Runnable lost) {}

    /**
     * @param peer name of the instance, for the log
     * @param room the bytes that may wait, over all links
     * @param threads runs the sender, which blocks
     */
    PeerLink(String peer, Request request, SharedRoom<TenantId> room, Executor threads) {
        this.peer = peer;
        this.request = request;
        this.room = room;
        this.threads = threads;
    }

    /**
     * Adds a message.
     *
     * @param lost runs if the instance does not take it; must not block
     * @return false if there is no room for it
     */
    boolean send(TenantId tenant, PeerMessage message, Runnable lost) {
        if (message.bytes() > MOST_BYTES || !room.take(tenant, message.bytes())) {
            return false;
        }
        synchronized (this) {
            waiting.add(new Item(tenant, message, lost));
            if (sending) {
                return true;
            }
            sending = true;
        }
        try {
            threads.execute(this::sendAll);
        } catch (RejectedExecutionException _) {
            // The service stops.
            fail(others());
        }
        return true;
    }

    private void sendAll() {
        for (List<Item> batch = next(MESSAGES_AT_ONCE, MOST_BYTES);
                !batch.isEmpty();
                batch = next(MESSAGES_AT_ONCE, MOST_BYTES)) {
            boolean taken = send(batch);
            batch.forEach(this::free);
            if (!taken) {
                fail(batch);
                fail(others());
            }
        }
    }

    /** Returns the next messages; if there is none, the sender ends. */
    private synchronized List<Item> next(int most, long mostBytes) {
        List<Item> batch = new ArrayList<>();
        long bytes = 0;
        while (!waiting.isEmpty() && batch.size() < most) {
            bytes += waiting.getFirst().message().bytes();
            if (bytes > mostBytes && !batch.isEmpty()) {
                break;
            }
            batch.add(waiting.removeFirst());
        }
        if (batch.isEmpty()) {
            sending = false;
        }
        return batch;
    }

    private List<Item> others() {
        List<Item> all;
        synchronized (this) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        all.forEach(this::free);
        return all;
    }

    private void free(Item item) {
        room.giveBack(item.tenant(), item.message().bytes());
    }

    private static void fail(List<Item> items) {
        items.forEach(item -> item.lost().run());
    }

    private boolean send(List<Item> batch) {
        try {
            request.send(batch.stream().map(Item::message).toList());
            if (!reachable) {
                reachable = true;
                log.info("Instance {} takes messages for its devices again", peer);
            }
            return true;
        } catch (IOException e) {
            if (reachable) {
                reachable = false;
                log.warn(
                        "Instance {} does not take messages for its devices; they fail as not connected: {}",
                        peer,
                        e.toString());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("Cannot send messages to instance {}; they fail as not connected", peer, e);
        }
        return false;
    }
}
