// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.AfterCommit;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The watches of all tenants. The hot path reads a snapshot in memory, which is renewed after each change and every
 * half minute. Thread-safe.
 */
@Component
public final class MessageWatches implements SmartLifecycle {

    /** Most watches of a tenant that users begin. */
    static final int MOST_BY_USERS = 100;

    /** Most watches of a tenant in all; those that a save of a rule chain would make beyond it are not made. */
    static final int MOST = 1_000;

    private static final Duration RENEWAL = Duration.ofSeconds(30);

    private final MessageWatchRepository repository;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final PeriodicTask renewal;
    private volatile Map<TenantId, LiveWatches> live = Map.of();

    /** Reads nothing before the start. */
    public MessageWatches(
            MessageWatchRepository repository,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.repository = repository;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
        this.renewal = new PeriodicTask("message-watches", RENEWAL, this::renew);
    }

    /** Returns the watches of a tenant; null if it has none. A look-up in a map. */
    public @Nullable LiveWatches of(TenantId tenant) {
        Map<TenantId, LiveWatches> known = live;
        return known.isEmpty() ? null : known.get(tenant);
    }

    /** Returns the watches of a tenant that have not ended, from the database. */
    public List<MessageWatch> list(TenantId tenant) {
        return repository.of(tenant, clock.millis());
    }

    /**
     * Begins a watch, or renews the one of the entity.
     *
     * @param longest how long the tenant may watch
     * @throws ApiException (400) if the tenant has too many watches
     */
    public MessageWatch begin(TenantId tenant, EntityId entity, UUID user, Duration longest) {
        MessageWatch watch =
                new MessageWatch(tenant, entity, clock.millis() + longest.toMillis(), user, false);
        transaction.executeWithoutResult(_ -> {
            repository.lock(tenant);
            long others =
                    list(tenant).stream()
                            .filter(other -> !other.bySave() && !other.entity().equals(entity))
                            .count();
            if (others >= MOST_BY_USERS) {
                throw ApiException.badRequest(
                        "A tenant can watch %d entities at a time; end a watch first"
                                .formatted(MOST_BY_USERS));
            }
            repository.put(watch);
        });
        renew();
        return watch;
    }

    /** Ends a watch; returns false if there is none. */
    public boolean end(TenantId tenant, EntityId entity) {
        boolean ended = repository.delete(tenant, entity);
        renew();
        return ended;
    }

    /**
     * Applies the debug settings of a saved rule chain, in the caller's transaction.
     *
     * @param nodes for each node of the chain until when it is debugged, in milliseconds since the epoch
     */
    public void saved(TenantId tenant, @Nullable UUID user, Map<RuleNodeId, Long> nodes) {
        long now = clock.millis();
        List<UUID> ended =
                nodes.entrySet().stream()
                        .filter(node -> node.getValue() <= now)
                        .map(node -> node.getKey().id())
                        .toList();
        if (!ended.isEmpty()) {
            repository.deleteSaved(tenant, ended);
        }
        if (ended.size() < nodes.size()) {
            Map<RuleNodeId, Long> watched = ofNodes(tenant);
            int left = MOST - list(tenant).size();
            for (Map.Entry<RuleNodeId, Long> node : nodes.entrySet()) {
                boolean isNew = !watched.containsKey(node.getKey());
                if (node.getValue() > now && (!isNew || left > 0)) {
                    EntityId entity = node.getKey().entity();
                    repository.put(new MessageWatch(tenant, entity, node.getValue(), user, true));
                    left -= isNew ? 1 : 0;
                }
            }
        }
        AfterCommit.run(renewal::wake);
    }

    /** Returns until when the nodes of a tenant are watched, in milliseconds since the epoch. */
    public Map<RuleNodeId, Long> ofNodes(TenantId tenant) {
        Map<RuleNodeId, Long> nodes = new HashMap<>();
        for (MessageWatch watch : list(tenant)) {
            if (watch.entity().type() == EntityType.RULE_NODE) {
                nodes.put(new RuleNodeId(watch.entity().id()), watch.until());
            }
        }
        return nodes;
    }

    @EventListener
    void changedElsewhere(MessageWatchesChanged event) {
        renewal.wake();
    }

    private synchronized void renew() {
        live = LiveWatches.byTenant(repository.live(clock.millis()));
    }

    @Override
    public void start() {
        renewal.start(Duration.ZERO);
    }

    @Override
    public void stop() {
        renewal.stop();
    }

    @Override
    public boolean isRunning() {
        return renewal.isRunning();
    }
}
