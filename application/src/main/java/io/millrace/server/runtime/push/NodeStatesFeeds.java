// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.nodestate.NodeStates;
import io.millrace.server.chains.nodestate.NodeStatesView;
import io.millrace.server.platform.periodic.PeriodicTask;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends the states and figures of chains' nodes to their subscribers: once a second, each chain is read once for all of
 * them. A chain whose instances answer slowly is read less often, and delays no other.
 */
final class NodeStatesFeeds {

    private static final Logger log = LoggerFactory.getLogger(NodeStatesFeeds.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final NodeStates states;
    private final JsonMapper json;
    private final ConcurrentMap<Key, List<NodeStatesFeed>> feeds = new ConcurrentHashMap<>();
    private final Set<Key> underWay = ConcurrentHashMap.newKeySet();
    private final PeriodicTask task;

    /** @param threads runs work that blocks, each on a thread of its own */
    NodeStatesFeeds(NodeStates states, JsonMapper json, Consumer<Runnable> threads) {
        this.states = states;
        this.json = json;
        this.task =
                new PeriodicTask(
                        "push-node-states",
                        INTERVAL,
                        () -> feeds.keySet().forEach(key -> threads.accept(() -> send(key))));
    }

    private record Key(TenantId tenant, RuleChainId chain) {

        static Key of(NodeStatesFeed feed) {
            return new Key(feed.tenant(), feed.chain());
        }
    }

    void start() {
        task.start(INTERVAL);
    }

    void stop() {
        task.stop();
    }

    /** Begins a subscription. The caller sends the first states by {@link #first}. */
    void add(NodeStatesFeed feed) {
        feeds.compute(
                Key.of(feed),
                (_, known) -> {
                    List<NodeStatesFeed> all = known == null ? new CopyOnWriteArrayList<>() : known;
                    all.add(feed);
                    return all;
                });
    }

    /** Ends a subscription; does nothing if it has ended. */
    void remove(NodeStatesFeed feed) {
        feeds.computeIfPresent(
                Key.of(feed),
                (_, known) -> {
                    known.remove(feed);
                    return known.isEmpty() ? null : known;
                });
    }

    /** Sends the present states to a new subscriber. */
    void first(NodeStatesFeed feed, String token) {
        feed.session()
                .offer(
                        feed,
                        Frames.nodeStates(
                                feed.cmdId(),
                                json.valueToTree(
                                        states.ofCluster(feed.tenant(), feed.chain(), token))));
    }

    private void send(Key key) {
        List<NodeStatesFeed> subscribers = feeds.getOrDefault(key, List.of());
        if (subscribers.isEmpty() || !underWay.add(key)) {
            return;
        }
        try {
            String token = subscribers.getFirst().session().token();
            if (token != null) {
                NodeStatesView view = states.ofCluster(key.tenant(), key.chain(), token);
                for (NodeStatesFeed feed : subscribers) {
                    feed.session()
                            .offer(feed, Frames.nodeStates(feed.cmdId(), json.valueToTree(view)));
                }
            }
        } catch (RuntimeException e) {
            log.warn(
                    "Cannot read the node states of rule chain {} of tenant {}; retrying in {} s",
                    key.chain(),
                    key.tenant(),
                    INTERVAL.toSeconds(),
                    e);
        } finally {
            underWay.remove(key);
        }
    }
}
