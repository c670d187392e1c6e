// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.time.Cancellable;
import io.millrace.actor.time.Scheduler;
import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.DeviceStates.Event;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.memory.InMemoryActiveDevices;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryRuleChainStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceActorTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final RuleChainId CHAIN = new RuleChainId(new UUID(2, 2));
    private static final ConnectedDevice DEVICE =
            new ConnectedDevice(
                    TENANT, new DeviceId(new UUID(3, 3)), "Boiler", "default", null, CHAIN, "Main");

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long TIMEOUT = Duration.ofMinutes(10).toMillis();
    private static final long START = 1_763_640_000_000L;

    private final List<RuleMessage> sent = new CopyOnWriteArrayList<>();
    private final InMemoryAttributeStore attributes = new InMemoryAttributeStore();
    private final InMemoryActiveDevices activeDevices = new InMemoryActiveDevices();
    private final AtomicLong now = new AtomicLong(START);
    private final AtomicInteger timers = new AtomicInteger();
    private final Scheduler scheduler = new CountedTimers();
    private final ActorSystem actors = ActorSystem.builder("devices").scheduler(scheduler).build();
    private final RuleEngine engine = engine(actors);
    private volatile boolean local = true;
    private volatile boolean full;

    private RuleEngine engine(ActorSystem system) {
        return new RuleEngine(
                new EngineSettings(
                        1,
                        10,
                        Duration.ofSeconds(1),
                        Duration.ofMillis(TIMEOUT),
                        10,
                        BreakerSettings.DEFAULTS,
                        Duration.ofMinutes(10)),
                system,
                new EnginePorts(
                        new InMemoryRuleChainStore(),
                        (_, _) -> {
                            throw new IllegalStateException("no nodes here");
                        },
                        attributes,
                        new Intake(),
                        activeDevices),
                new TickerClock(() -> TimeUnit.MILLISECONDS.toNanos(now.get())));
    }

    private final class Intake implements MessageIntake {

        @Override
        public CompletionStage<Void> submit(RuleMessage message) {
            if (full) {
                return CompletableFuture.failedStage(new IllegalStateException("no room"));
            }
            sent.add(message);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public boolean isLocal(RuleMessage message) {
            return local && message.originator().equals(DEVICE.id().entity());
        }
    }

    private final class CountedTimers implements Scheduler {

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            timers.incrementAndGet();
            return () -> true;
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void stop() {
        engine.close();
        actors.close();
    }

    @Test
    void aLostSessionEndsOnceByTheStoredState() {
        engine.sessionOpened(DEVICE, UUID.randomUUID());
        await().untilAsserted(() -> assertThat(sent).hasSize(1));
        long connectedAt = now.get();
        now.addAndGet(5_000);
        ActorSystem nextActors = ActorSystem.create("next");
        RuleEngine next = engine(nextActors);

        next.sessionLost(DEVICE, connectedAt).join();
        now.addAndGet(1_000);
        next.sessionLost(DEVICE, connectedAt).join();
        next.close();
        nextActors.close();

        assertThat(sent)
                .extracting(RuleMessage::type)
                .containsExactly("CONNECT_EVENT", "DISCONNECT_EVENT");
        assertThat(value("lastDisconnectTime")).isEqualTo(new LongValue(START + 5_000));
    }

    @Test
    void aSessionThatMovedToAnotherInstanceEndsWithoutAnEvent() {
        UUID session = UUID.randomUUID();
        engine.sessionOpened(DEVICE, session);
        engine.sessionMoved(DEVICE, session);
        engine.sessionClosed(DEVICE, session);
        engine.active(DEVICE);

        await().untilAsserted(() ->
                assertThat(sent)
                        .extracting(RuleMessage::type)
                        .containsExactly("CONNECT_EVENT", "ACTIVITY_EVENT"));
    }

    @Test
    void aLostSessionIsNoDisconnectOfADeviceWithASessionHere() {
        long before = now.get();
        now.addAndGet(1_000);
        engine.sessionOpened(DEVICE, UUID.randomUUID());

        engine.sessionLost(DEVICE, before).join();

        assertThat(sent).extracting(RuleMessage::type).containsExactly("CONNECT_EVENT");
    }

    @Test
    void aLostSessionCanBeReportedAgainIfItsEventHasNoRoom() {
        full = true;
        CompletableFuture<Void> first = engine.sessionLost(DEVICE, now.get());
        await().untilAsserted(() -> assertThat(first).isCompletedExceptionally());

        full = false;
        engine.sessionLost(DEVICE, now.get()).join();

        assertThat(sent).extracting(RuleMessage::type).containsExactly("DISCONNECT_EVENT");
    }

    @Test
    void tellsTheChainsOfTheFirstSessionAndOfTheEndOfTheLast() {
        UUID first = UUID.randomUUID();
        UUID second = UUID.randomUUID();

        engine.sessionOpened(DEVICE, first);
        engine.sessionOpened(DEVICE, second);
        engine.sessionClosed(DEVICE, first);
        engine.sessionClosed(DEVICE, second);

        await().untilAsserted(() ->
                assertThat(sent)
                        .extracting(RuleMessage::type)
                        .containsExactly("CONNECT_EVENT", "CONNECT_EVENT", "DISCONNECT_EVENT"));
        RuleMessage connect = sent.getFirst();
        assertThat(connect.originator()).isEqualTo(DEVICE.id().entity());
        assertThat(connect.entry()).isEqualTo(EntryPoint.firstNodeOf(CHAIN));
        assertThat(connect.metadata())
                .isEqualTo(
                        Metadata.of(
                                "deviceName", "Boiler",
                                "deviceType", "default",
                                "scope", "SERVER_SCOPE"));
        assertThat(connect.payload().json().has("active")).isFalse();
        assertThat(connect.payload().json().get("lastConnectTime").asLong()).isPositive();
        assertThat(value("lastDisconnectTime")).isInstanceOf(LongValue.class);
    }

    @Test
    void countsADeviceAsActiveFromItsFirstSignOn() {
        engine.active(DEVICE);
        engine.active(DEVICE);

        await().untilAsserted(() ->
                assertThat(sent).extracting(RuleMessage::type).containsExactly("ACTIVITY_EVENT"));
        await().untilAsserted(
                        () -> assertThat(find("active")).containsExactly(new BooleanValue(true)));
        assertThat(sent.getFirst().payload().json().get("active").asBoolean()).isTrue();
    }

    @Test
    void aReportedConnectIsStoredAndToldWithItsTime() {
        report(Event.CONNECT_EVENT, START - 5);

        assertThat(types()).containsExactly("CONNECT_EVENT");
        assertThat(value("lastConnectTime")).isEqualTo(new LongValue(START - 5));
        assertThat(sent.getFirst().payload().json().has("active")).isFalse();
    }

    @Test
    void aReportedDisconnectIsStoredAndToldWithItsTime() {
        report(Event.DISCONNECT_EVENT, START - 5);

        assertThat(types()).containsExactly("DISCONNECT_EVENT");
        assertThat(value("lastDisconnectTime")).isEqualTo(new LongValue(START - 5));
    }

    @Test
    void reportedActivityMakesADeviceActiveThatIsCheckedLater() {
        report(Event.ACTIVITY_EVENT, START);

        assertThat(types()).containsExactly("ACTIVITY_EVENT");
        assertThat(dueAt()).isEqualTo(START + TIMEOUT);
        await().untilAsserted(() -> assertThat(value("active")).isEqualTo(new BooleanValue(true)));
    }

    @Test
    void reportedInactivityMakesADeviceInactiveThatIsCheckedNoMore() {
        report(Event.ACTIVITY_EVENT, START);
        dueAt();

        report(Event.INACTIVITY_EVENT, START + 10);

        assertThat(types()).containsExactly("ACTIVITY_EVENT", "INACTIVITY_EVENT");
        assertThat(value("active")).isEqualTo(new BooleanValue(false));
        assertThat(value("inactivityAlarmTime")).isEqualTo(new LongValue(START + 10));
        assertThat(activeDevices.dueAt(DEVICE.id())).isNull();
    }

    @Test
    void aReportThatIsOlderThanTheLastOfItsKindChangesNothing() {
        report(Event.CONNECT_EVENT, START);
        report(Event.DISCONNECT_EVENT, START);
        report(Event.ACTIVITY_EVENT, START);
        await().until(() -> types().size() == 3);

        report(Event.CONNECT_EVENT, START - 1);
        report(Event.DISCONNECT_EVENT, START);
        report(Event.ACTIVITY_EVENT, START - 1);
        report(Event.INACTIVITY_EVENT, START - 1);

        assertThat(types()).hasSize(3);
        assertThat(value("lastConnectTime")).isEqualTo(new LongValue(START));
    }

    @Test
    void aReportFailsIfItsEventHasNoRoom() {
        full = true;

        assertThat(engine.reported(DEVICE, Event.CONNECT_EVENT, START))
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withMessageContaining("no room");
    }

    private void report(Event event, long at) {
        assertThat(engine.reported(DEVICE, event, at)).succeedsWithin(LIMIT);
    }

    private List<String> types() {
        return sent.stream().map(RuleMessage::type).toList();
    }

    private long dueAt() {
        await().until(() -> activeDevices.dueAt(DEVICE.id()) != null);
        return Objects.requireNonNull(activeDevices.dueAt(DEVICE.id()));
    }

    /** Has the device checked as soon as it is due, on an instance without a session of it. */
    private void checkWhenDue() {
        checkAt(dueAt());
    }

    private void checkAt(long dueAt) {
        now.set(Math.max(now.get(), dueAt));
        assertThat(engine.checkActivity(DEVICE, dueAt, true)).succeedsWithin(LIMIT);
    }

    private void becomeActive() {
        engine.active(DEVICE);
        await().until(() -> find("active").equals(List.of(new BooleanValue(true))));
    }

    @Test
    void countsADeviceAsInactiveWhenItHasBeenSilentForItsTimeout() {
        becomeActive();
        assertThat(dueAt()).isEqualTo(START + TIMEOUT);

        checkWhenDue();

        assertThat(types()).containsExactly("ACTIVITY_EVENT", "INACTIVITY_EVENT");
        assertThat(value("active")).isEqualTo(new BooleanValue(false));
        assertThat(value("inactivityAlarmTime")).isEqualTo(new LongValue(START + TIMEOUT));
        assertThat(activeDevices.dueAt(DEVICE.id())).isNull();
    }

    @Test
    void usesTheTimeoutOfTheDevice() {
        set("inactivityTimeout", new LongValue(200));

        becomeActive();

        assertThat(dueAt()).isEqualTo(START + 200);
        checkWhenDue();
        assertThat(types()).containsExactly("ACTIVITY_EVENT", "INACTIVITY_EVENT");
    }

    @Test
    void countsADeviceAsInactiveThatFellSilentBeforeThisInstanceStarted() {
        set("active", new BooleanValue(true));
        set("lastActivityTime", new LongValue(START - TIMEOUT - 1));
        activeDevices.put(TENANT, DEVICE.id(), START - 1);

        checkAt(START - 1);

        assertThat(types()).containsExactly("INACTIVITY_EVENT");
        assertThat(sent.getFirst().entry()).isEqualTo(EntryPoint.firstNodeOf(CHAIN));
        assertThat(sent.getFirst().payload().json().get("active").asBoolean()).isFalse();
        assertThat(value("active")).isEqualTo(new BooleanValue(false));
        assertThat(activeDevices.dueAt(DEVICE.id())).isNull();
    }

    @Test
    void doesNotCountADeviceAsInactiveThatAnotherInstanceHasSeenSince() {
        becomeActive();
        set("lastActivityTime", new LongValue(START + 60_000));

        checkWhenDue();

        assertThat(types()).containsExactly("ACTIVITY_EVENT");
        assertThat(value("active")).isEqualTo(new BooleanValue(true));
        assertThat(dueAt()).isEqualTo(START + 60_000 + TIMEOUT);
    }

    @Test
    void movesTheDueTimeToActivityThatIsNotStoredYet() {
        UUID session = UUID.randomUUID();
        engine.sessionOpened(DEVICE, session);
        becomeActive();
        now.addAndGet(30_000);
        engine.active(DEVICE);

        checkWhenDue();

        assertThat(types()).containsExactly("CONNECT_EVENT", "ACTIVITY_EVENT");
        assertThat(dueAt()).isEqualTo(START + 30_000 + TIMEOUT);
        checkWhenDue();
        assertThat(types()).containsExactly("CONNECT_EVENT", "ACTIVITY_EVENT", "INACTIVITY_EVENT");
    }

    @Test
    void doesNotCountADeviceAsInactiveWhoseDueTimeAnotherInstanceHasMoved() {
        becomeActive();
        long seen = dueAt();
        activeDevices.move(DEVICE.id(), seen, seen + 1);

        checkAt(seen);

        assertThat(types()).containsExactly("ACTIVITY_EVENT");
        assertThat(value("active")).isEqualTo(new BooleanValue(true));
        assertThat(dueAt()).isEqualTo(seen + 1);
    }

    @Test
    void leavesADeviceToTheInstanceThatRunsItsMessagesOrHasASession() {
        becomeActive();
        awaitStopped();
        now.set(dueAt());

        assertThat(engine.checkActivity(DEVICE, dueAt(), false)).succeedsWithin(LIMIT);
        local = false;
        assertThat(engine.checkActivity(DEVICE, dueAt(), true)).succeedsWithin(LIMIT);

        assertThat(types()).containsExactly("ACTIVITY_EVENT");
        assertThat(dueAt()).isEqualTo(START + TIMEOUT);
        engine.sessionOpened(DEVICE, UUID.randomUUID());
        assertThat(engine.checkActivity(DEVICE, dueAt(), false)).succeedsWithin(LIMIT);
        assertThat(types()).containsExactly("ACTIVITY_EVENT", "CONNECT_EVENT", "INACTIVITY_EVENT");
    }

    /** Only the actors of app and tenant are left. */
    private void awaitStopped() {
        await().until(() -> actors.load().actors() == 2);
    }

    @Test
    void repeatsAnInactivityEventThatCouldNotBeSent() {
        becomeActive();
        full = true;
        checkWhenDue();
        assertThat(value("active")).isEqualTo(new BooleanValue(true));
        assertThat(dueAt()).isGreaterThan(START + TIMEOUT);
        full = false;

        checkWhenDue();

        assertThat(types()).containsExactly("ACTIVITY_EVENT", "INACTIVITY_EVENT");
        assertThat(value("active")).isEqualTo(new BooleanValue(false));
    }

    @Test
    void countsADeviceAsActiveAgainThatAnotherInstanceHasMadeInactive() {
        engine.sessionOpened(DEVICE, UUID.randomUUID());
        becomeActive();
        long seen = dueAt();
        set("active", new BooleanValue(false));
        activeDevices.remove(DEVICE.id(), seen);

        now.set(seen + 60_000);
        becomeActive();

        assertThat(types()).containsExactly("CONNECT_EVENT", "ACTIVITY_EVENT", "ACTIVITY_EVENT");
        assertThat(dueAt()).isEqualTo(seen + 60_000 + TIMEOUT);
    }

    @Test
    void forgetsAnEntryOfADeviceThatIsInactive() {
        activeDevices.put(TENANT, DEVICE.id(), START);

        checkAt(START);

        assertThat(sent).isEmpty();
        assertThat(activeDevices.dueAt(DEVICE.id())).isNull();
    }

    @Test
    void takesNoTimerAndNoActorForADeviceWithoutASession() {
        UUID session = UUID.randomUUID();
        engine.sessionOpened(DEVICE, session);
        becomeActive();
        engine.sessionClosed(DEVICE, session);

        awaitStopped();
        checkWhenDue();
        awaitStopped();

        assertThat(types())
                .containsExactly(
                        "CONNECT_EVENT", "ACTIVITY_EVENT", "DISCONNECT_EVENT", "INACTIVITY_EVENT");
        assertThat(timers).as("the timer of the tenant's actor").hasValue(1);
    }

    @Test
    void aLateWriteOfAPausedInstanceLeavesTheStateOfALaterOne() {
        UUID session = UUID.randomUUID();
        engine.sessionOpened(DEVICE, session);
        becomeActive();
        long later = START + 90_000;
        set("lastActivityTime", new LongValue(later), later);
        set("lastConnectTime", new LongValue(later), later);

        engine.sessionClosed(DEVICE, session);

        awaitStopped();
        assertThat(value("lastDisconnectTime")).isEqualTo(new LongValue(START));
        assertThat(value("lastActivityTime")).isEqualTo(new LongValue(later));
        assertThat(value("lastConnectTime")).isEqualTo(new LongValue(later));
    }

    @Test
    void aDeviceThatIsActiveAgainByAClockThatIsBehindIsStoredAsActive() {
        long ahead = START + 5_000;
        set("active", new BooleanValue(false), ahead);
        set("inactivityAlarmTime", new LongValue(ahead), ahead);

        becomeActive();

        assertThat(types()).containsExactly("ACTIVITY_EVENT");
    }

    private void set(String key, Value value) {
        set(key, value, 1);
    }

    private void set(String key, Value value, long updatedAt) {
        attributes
                .save(
                        TENANT,
                        DEVICE.id().entity(),
                        AttributeScope.SERVER_SCOPE,
                        List.of(new KeyValue(key, value)),
                        updatedAt)
                .toCompletableFuture()
                .join();
    }

    @Test
    void remembersItsStateBetweenOneUseAndTheNext() {
        becomeActive();
        assertThat(sent).hasSize(1);
        ActorSystem nextActors = ActorSystem.create("next");
        RuleEngine next = engine(nextActors);

        next.active(DEVICE);
        next.sessionOpened(DEVICE, UUID.randomUUID());

        await().untilAsserted(() ->
                assertThat(sent)
                        .extracting(RuleMessage::type)
                        .containsExactly("ACTIVITY_EVENT", "CONNECT_EVENT"));
        next.close();
        nextActors.close();
    }

    private Value value(String key) {
        return find(key).getFirst();
    }

    private List<Value> find(String key) {
        return attributes
                .find(TENANT, DEVICE.id().entity(), AttributeScope.SERVER_SCOPE, List.of(key))
                .toCompletableFuture()
                .join()
                .stream()
                .map(attribute -> attribute.keyValue().value())
                .toList();
    }
}
