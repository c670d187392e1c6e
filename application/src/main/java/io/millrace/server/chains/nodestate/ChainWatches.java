// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.nodestate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.ChainCounts;
import io.millrace.rule.engine.NodeCounts;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.periodic.PeriodicTask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Reads the counts of watched chains on this instance once a second. A chain is watched from the first question for its
 * figures until none has come for {@link #PATIENCE}; other chains cost nothing.
 */
@Component
public final class ChainWatches implements SmartLifecycle {

    /** Maximum number of watched chains; questions for others are answered without figures. */
    static final int MOST = 200;

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** The figures are those of the seconds between the first and the last of so many readings. */
    private static final int READINGS = 6;

    private final RuleEngine engine;
    private final LongSupplier ticker;
    private final ConcurrentMap<Key, Watched> watched = new ConcurrentHashMap<>();
    private final PeriodicTask task = new PeriodicTask("chain-watches", INTERVAL, this::readAll);

    @Autowired
    ChainWatches(RuleEngine engine, MeterRegistry meters) {
        this(engine, System::nanoTime);
        Gauge.builder("millrace.chains.watched", watched, Map::size)
                .description("Rule chains whose nodes have live figures on this instance")
                .register(meters);
    }

    ChainWatches(RuleEngine engine, LongSupplier ticker) {
        this.engine = engine;
        this.ticker = ticker;
    }

    private record Key(TenantId tenant, RuleChainId chain) {}

    private record Reading(long nanos, ChainCounts counts) {}

    /** A watched chain. Its lock guards the readings. */
    private static final class Watched {

        private final Deque<Reading> readings = new ArrayDeque<>(READINGS);
        private volatile long wantedAt;

        Watched(long wantedAt) {
            this.wantedAt = wantedAt;
        }

        synchronized void add(Reading reading) {
            Reading last = readings.peekLast();
            if (last != null && !last.counts().watch().equals(reading.counts().watch())) {
                readings.clear();
            }
            if (readings.size() == READINGS) {
                readings.removeFirst();
            }
            readings.addLast(reading);
        }

        synchronized void clear() {
            readings.clear();
        }

        synchronized Map<RuleNodeId, NodeFigures> figures() {
            if (readings.size() < 2) {
                return Map.of();
            }
            Reading first = readings.getFirst();
            Reading last = readings.getLast();
            double seconds = (last.nanos() - first.nanos()) / 1e9;
            Map<RuleNodeId, NodeFigures> figures = new HashMap<>();
            for (int i = 0; i < last.counts().nodes().size(); i++) {
                NodeCounts later = last.counts().nodes().get(i);
                figures.put(
                        later.node(),
                        NodeFigures.between(first.counts().nodes().get(i), later, seconds));
            }
            return figures;
        }
    }

    /**
     * Returns the figures of a chain's nodes on this instance, and watches the chain from now on. Empty for the first
     * two seconds, while the chain is not loaded here, and if too many others are watched.
     */
    Map<RuleNodeId, NodeFigures> figures(TenantId tenant, RuleChainId chain) {
        Key key = new Key(tenant, chain);
        long now = ticker.getAsLong();
        Watched known = watched.get(key);
        if (known == null) {
            if (watched.size() >= MOST) {
                return Map.of();
            }
            known = watched.computeIfAbsent(key, _ -> new Watched(now));
        }
        known.wantedAt = now;
        return known.figures();
    }

    /** Reads the counts of all watched chains, and forgets those for which nothing has asked. */
    void readAll() {
        watched.forEach((key, chain) -> {
            long now = ticker.getAsLong();
            if (now - chain.wantedAt > PATIENCE.toNanos()) {
                watched.remove(key, chain);
                engine.unwatch(key.tenant(), key.chain());
            } else {
                engine.watch(key.tenant(), key.chain())
                        .ifPresentOrElse(
                                counts -> chain.add(new Reading(now, counts)), chain::clear);
            }
        });
    }

    @Override
    public void start() {
        task.start(INTERVAL);
    }

    @Override
    public void stop() {
        task.stop();
    }

    @Override
    public boolean isRunning() {
        return task.isRunning();
    }
}
