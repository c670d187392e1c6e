// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.web.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the sources of feeds at their intervals, each once for all of its subscribers. A source that answers slowly is
 * read less often, and delays no other.
 */
final class Feeds {

    private static final Logger log = LoggerFactory.getLogger(Feeds.class);
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Consumer<Runnable> threads;
    private final ConcurrentMap<FeedSource, List<Feed>> feeds = new ConcurrentHashMap<>();
    private final Set<FeedSource> underWay = ConcurrentHashMap.newKeySet();
    private final PeriodicTask task;
    private long ticks;

    /** @param threads runs work that blocks, each on a thread of its own */
    Feeds(Consumer<Runnable> threads) {
        this.threads = threads;
        this.task = new PeriodicTask("push-feeds", TICK, this::tick);
    }

    void start() {
        task.start(TICK);
    }

    void stop() {
        task.stop();
    }

    private void tick() {
        ticks++;
        for (FeedSource source : feeds.keySet()) {
            if (ticks % source.interval().dividedBy(TICK) == 0) {
                threads.accept(() -> send(source));
            }
        }
    }

    /** Begins a subscription. The caller sends the first contents by {@link #first}. */
    void add(Feed feed) {
        feeds.compute(
                feed.source(),
                (_, known) -> {
                    List<Feed> all = known == null ? new CopyOnWriteArrayList<>() : known;
                    all.add(feed);
                    return all;
                });
    }

    /** Ends a subscription; does nothing if it has ended. */
    void remove(Feed feed) {
        feeds.computeIfPresent(
                feed.source(),
                (_, known) -> {
                    known.remove(feed);
                    return known.isEmpty() ? null : known;
                });
    }

    /** Sends the present contents to a new subscriber. */
    void first(Feed feed, Subscriber subscriber) {
        feed.offer(feed.source().read(subscriber));
    }

    private void send(FeedSource source) {
        List<Feed> subscribers = feeds.getOrDefault(source, List.of());
        if (subscribers.isEmpty() || !underWay.add(source)) {
            return;
        }
        try {
            Subscriber subscriber = subscribers.getFirst().owner().subscriber();
            if (subscriber != null) {
                var contents = source.read(subscriber);
                subscribers.forEach(feed -> feed.offer(contents));
            }
        } catch (ApiException refusal) {
            subscribers.forEach(feed -> feed.owner().end(feed, Frames.codeOf(refusal), refusal));
        } catch (RuntimeException e) {
            log.warn("Cannot read {}; retrying in {} s", source, source.interval().toSeconds(), e);
        } finally {
            underWay.remove(source);
        }
    }
}
