// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.chains.nodestate.NodeStates;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.PushSettings;
import io.millrace.server.registry.alarm.AlarmReads;
import io.millrace.server.registry.alarm.AlarmSelection;
import io.millrace.server.registry.asset.AssetChanged;
import io.millrace.server.registry.device.DeviceChangedElsewhere;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.runtime.push.PushLimits.Limits;
import io.millrace.server.runtime.telemetry.RangeParameters;
import io.millrace.server.runtime.telemetry.TelemetryReads;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.AccessTokens;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.UsersShutOut;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import tools.jackson.databind.json.JsonMapper;

/**
 * All sessions of this instance: admits them within the limits of their tenant and user, checks their deadlines, and
 * passes changes of watched entities on to their subscriptions. Its work runs on virtual threads, one for each session
 * that sends and each entity that changes, so that no session and no tenant waits for another.
 */
final class PushSessions implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PushSessions.class);

    /** Connections of clients that are not authenticated yet. */
    private static final int MAX_UNKNOWN = 500;

    private static final Duration TICK = Duration.ofSeconds(1);

    /** The least time between two reads of all values of an entity, and the pause after a failed one. */
    private static final Duration READ_PAUSE = Duration.ofMillis(200);

    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(2);

    private final AccessTokens tokens;
    private final EntityAccess entities;
    private final WatchedEntities watched;
    private final CurrentValues currentValues;
    private final TelemetryReads reads;
    private final PushLimits limits;
    private final PushSettings settings;
    private final PushMetrics metrics;
    private final Clock clock;
    private final Feeds feeds;
    private final NodeStates nodeStates;
    private final AlarmReads alarms;
    private final JsonMapper json;
    private final PeriodicTask ticks = new PeriodicTask("push-sessions", TICK, this::tick);
    private final Set<PushSession> open = ConcurrentHashMap.newKeySet();

    /** Guards the counts below. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<PushSession, SecurityUser> admitted = new HashMap<>();
    private final Map<TenantId, Counts> tenants = new HashMap<>();

    private volatile @Nullable ExecutorService threads;

    PushSessions(
            AccessTokens tokens,
            EntityAccess entities,
            WatchedEntities watched,
            CurrentValues currentValues,
            TelemetryReads reads,
            PushLimits limits,
            PushSettings settings,
            PushMetrics metrics,
            NodeStates nodeStates,
            AlarmReads alarms,
            JsonMapper json,
            Clock clock) {
        this.feeds = new Feeds(this::execute);
        this.nodeStates = nodeStates;
        this.alarms = alarms;
        this.json = json;
        this.tokens = tokens;
        this.entities = entities;
        this.watched = watched;
        this.currentValues = currentValues;
        this.reads = reads;
        this.limits = limits;
        this.settings = settings;
        this.metrics = metrics;
        this.clock = clock;
        watched.passOnWith(each -> execute(() -> passOn(each)));
    }

    /** The admitted sessions of one tenant. */
    private static final class Counts {

        final Limits limits;
        final Map<UserId, Integer> users = new HashMap<>();
        final Map<CustomerId, Integer> customers = new HashMap<>();
        int sessions;
        int subscriptions;

        Counts(Limits limits, int subscriptions) {
            this.limits = limits;
            this.subscriptions = subscriptions;
        }
    }

    AccessTokens tokens() {
        return tokens;
    }

    EntityAccess entities() {
        return entities;
    }

    WatchedEntities watched() {
        return watched;
    }

    Feeds feeds() {
        return feeds;
    }

    FeedSource nodeStates(TenantId tenant, RuleChainId chain) {
        return new NodeStatesSource(nodeStates, json, tenant, chain);
    }

    FeedSource alarms(SecurityUser user, AlarmSelection selection, @Nullable PageLink page) {
        return AlarmSource.of(alarms, user, selection, page);
    }

    PushMetrics metrics() {
        return metrics;
    }

    PushSettings settings() {
        return settings;
    }

    Instant now() {
        return clock.instant();
    }

    /** True if a client that is not known yet may connect. */
    boolean mayConnect() {
        lock.lock();
        try {
            return threads != null && open.size() - admitted.size() < MAX_UNKNOWN;
        } finally {
            lock.unlock();
        }
    }

    /** Begins a session over a new connection. */
    PushSession open(Connection connection) {
        PushSession session = new PushSession(connection, this, settings.buffer().toBytes());
        open.add(session);
        metrics.sessionOpened();
        if (threads == null) {
            session.close(CloseCause.SHUTDOWN, "The service is stopping");
        }
        return session;
    }

    /**
     * Counts a session whose user is known now.
     *
     * @return why the session must be refused; null if it is admitted
     */
    @Nullable String admit(PushSession session, SecurityUser user) {
        Limits allowed = limits.of(user.tenantId());
        boolean ofCustomer = user.authority() == Authority.CUSTOMER_USER;
        lock.lock();
        try {
            Counts former = tenants.get(user.tenantId());
            Counts counts = new Counts(allowed, former == null ? 0 : former.subscriptions);
            if (former != null) {
                counts.sessions = former.sessions;
                counts.users.putAll(former.users);
                counts.customers.putAll(former.customers);
            }
            if (counts.sessions >= allowed.sessions()) {
                return "The tenant has its maximum of %d sessions".formatted(allowed.sessions());
            }
            if (counts.users.getOrDefault(user.userId(), 0) >= allowed.sessionsPerUser()) {
                return "The user has the maximum of %d sessions"
                        .formatted(allowed.sessionsPerUser());
            }
            if (ofCustomer
                    && counts.customers.getOrDefault(user.customerId(), 0)
                            >= allowed.sessionsPerCustomer()) {
                return "The customer has the maximum of %d sessions"
                        .formatted(allowed.sessionsPerCustomer());
            }
            counts.sessions++;
            counts.users.merge(user.userId(), 1, Integer::sum);
            if (ofCustomer) {
                counts.customers.merge(user.customerId(), 1, Integer::sum);
            }
            tenants.put(user.tenantId(), counts);
            admitted.put(session, user);
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Reverses {@link #admit}; has no effect on a session that is not admitted. */
    void forget(PushSession session) {
        lock.lock();
        try {
            SecurityUser user = admitted.remove(session);
            Counts counts = user == null ? null : tenants.get(user.tenantId());
            if (user == null || counts == null) {
                return;
            }
            counts.sessions--;
            counts.users.computeIfPresent(user.userId(), (_, n) -> n == 1 ? null : n - 1);
            counts.customers.computeIfPresent(user.customerId(), (_, n) -> n == 1 ? null : n - 1);
            if (counts.sessions == 0) {
                tenants.remove(user.tenantId());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Counts a subscription.
     *
     * @param present number of subscriptions of the session
     * @throws ApiException if the session or the tenant has its maximum
     */
    void reserve(SecurityUser user, int present) {
        if (present >= settings.subscriptionsPerSession()) {
            throw ApiException.badRequest(
                    "The session has its maximum of %d subscriptions"
                            .formatted(settings.subscriptionsPerSession()));
        }
        lock.lock();
        try {
            Counts counts = tenants.get(user.tenantId());
            if (counts != null) {
                if (counts.subscriptions >= counts.limits.subscriptions()) {
                    throw ApiException.badRequest(
                            "The tenant has its maximum of %d subscriptions"
                                    .formatted(counts.limits.subscriptions()));
                }
                counts.subscriptions++;
            }
        } finally {
            lock.unlock();
        }
        metrics.subscriptionsChanged(1);
    }

    /** Reverses {@link #reserve} for a number of subscriptions. */
    void release(SecurityUser user, int number) {
        lock.lock();
        try {
            Counts counts = tenants.get(user.tenantId());
            if (counts != null) {
                counts.subscriptions -= number;
            }
        } finally {
            lock.unlock();
        }
        metrics.subscriptionsChanged(-number);
    }

    /** Removes a session that was closed with this number of subscriptions. */
    void ended(PushSession session, int subscriptions, CloseCause cause) {
        open.remove(session);
        SecurityUser user = session.user();
        if (user != null && subscriptions > 0) {
            release(user, subscriptions);
        }
        forget(session);
        metrics.sessionClosed(cause);
    }

    /** Runs work on a virtual thread of its own; does nothing if the service stops. */
    void execute(Runnable work) {
        ExecutorService running = threads;
        if (running != null) {
            try {
                running.execute(work);
            } catch (RejectedExecutionException _) {
                // The service stops, and the container closes the connections.
            }
        }
    }

    /** Reads the values that a subscription starts with. */
    Change current(TenantId tenant, Subscription subscription) {
        return currentValues.current(tenant, subscription);
    }

    /** Reads the values of a span, by key, the newest last. */
    Map<String, List<TimedValue>> history(
            TenantEntity entity, Command.Target target, RangeParameters range) {
        List<String> keys = List.copyOf(target.keys());
        Map<String, List<TimedValue>> found =
                currentValues.inTurn(
                        entity.tenantId(),
                        () -> range.read(reads, entity.tenantId(), entity.entityId(), keys));
        Map<String, List<TimedValue>> ascending = new LinkedHashMap<>();
        for (String key : keys) {
            List<TimedValue> values = found.getOrDefault(key, List.of());
            if (!values.isEmpty()) {
                boolean descending = values.getFirst().ts() > values.getLast().ts();
                ascending.put(key, descending ? values.reversed() : values);
            }
        }
        return ascending;
    }

    /** Passes the changes of an entity on to its subscriptions, until none is left. */
    private void passOn(Watched entity) {
        try {
            for (Watched.Work work = entity.next(); work != null; work = entity.next()) {
                work.changes().forEach(change -> offer(entity, change));
                if (work.readAgain()) {
                    readAgain(entity);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void offer(Watched entity, Change change) {
        entity.subscriptions().forEach(each -> each.owner().offer(each, change));
    }

    private void readAgain(Watched entity) throws InterruptedException {
        try {
            try {
                currentValues.current(entity).forEach(change -> offer(entity, change));
            } catch (ApiException _) {
                readEach(entity);
            }
            Thread.sleep(READ_PAUSE);
        } catch (DataAccessException e) {
            log.warn(
                    "Cannot read the values of {} for its subscribers; retrying: {}",
                    entity.entity(),
                    e.toString());
            Thread.sleep(FAILURE_PAUSE);
            if (!entity.subscriptions().isEmpty()) {
                // This thread is the one that passes changes on, so none must be started.
                boolean _ = entity.addRead();
            }
        }
    }

    /** Reads the values of each subscription, and ends those whose values are too large. */
    private void readEach(Watched entity) {
        for (Subscription each : entity.subscriptions()) {
            try {
                each.owner().offer(each, currentValues.current(entity.tenant(), each));
            } catch (ApiException tooLarge) {
                each.owner().end(each, Frames.BAD_REQUEST, tooLarge);
            }
        }
    }

    private void tick() {
        long now = System.nanoTime();
        open.forEach(session -> session.tick(now));
    }

    /** Closes the sessions whose tokens are no longer valid. */
    void checkTokens() {
        open.forEach(session -> execute(session::checkToken));
    }

    @EventListener
    void on(UsersShutOut event) {
        checkTokens();
    }

    @EventListener
    void on(DeviceEvent event) {
        switch (event) {
            case DeviceEvent.Changed changed -> checkAccess(changed.device().id());
            case DeviceEvent.Deleted deleted -> checkAccess(deleted.device().id());
            case DeviceEvent.Created _, DeviceEvent.CredentialsChanged _ -> {}
        }
    }

    @EventListener
    void on(AssetChanged event) {
        checkAccess(event.asset().id());
    }

    /** Any device may have changed, if the event names none. */
    @EventListener
    void on(DeviceChangedElsewhere event) {
        if (event.device() == null) {
            watched.all().forEach(each -> checkAccess(each.entity().id()));
        }
    }

    private void checkAccess(UUID id) {
        Watched entity = watched.find(id);
        if (entity != null) {
            execute(() -> {
                for (Subscription each : entity.subscriptions()) {
                    each.owner().checkAccess(each);
                }
            });
        }
    }

    @Override
    public void start() {
        threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("push-", 0).factory());
        ticks.start(TICK);
        feeds.start();
    }

    /** Closes all sessions; waits for a moment, so that clients learn of it. */
    @Override
    public void stop() {
        ticks.stop();
        feeds.stop();
        new ArrayList<>(open)
                .forEach(session -> session.close(CloseCause.SHUTDOWN, "The service is stopping"));
        ExecutorService running = threads;
        threads = null;
        if (running != null) {
            running.shutdown();
            try {
                if (!running.awaitTermination(1, TimeUnit.SECONDS)) {
                    running.shutdownNow();
                }
            } catch (InterruptedException _) {
                running.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return threads != null;
    }
}
