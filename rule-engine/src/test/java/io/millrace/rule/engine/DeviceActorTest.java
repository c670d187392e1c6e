// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.system.ActorSystem;
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
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryRuleChainStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceActorTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final RuleChainId CHAIN = new RuleChainId(new UUID(2, 2));
    private static final ConnectedDevice DEVICE =
            new ConnectedDevice(
                    TENANT, new DeviceId(new UUID(3, 3)), "Boiler", "default", null, CHAIN, "Main");

    private final List<RuleMessage> sent = new CopyOnWriteArrayList<>();
    private final InMemoryAttributeStore attributes = new InMemoryAttributeStore();
    private final ActorSystem actors = ActorSystem.create("devices");
    private final RuleEngine engine = engine(actors);

    private RuleEngine engine(ActorSystem system) {
        return new RuleEngine(
                new EngineSettings(
                        1,
                        10,
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(10),
                        10,
                        BreakerSettings.DEFAULTS),
                system,
                new EnginePorts(
                        new InMemoryRuleChainStore(),
                        (_, _) -> {
                            throw new IllegalStateException("no nodes here");
                        },
                        attributes,
                        this::take),
                Clock.systemUTC());
    }

    private CompletionStage<Void> take(RuleMessage message) {
        sent.add(message);
        return CompletableFuture.completedStage(null);
    }

    @AfterEach
    void stop() {
        engine.close();
        actors.close();
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
        assertThat(value("active")).isEqualTo(new BooleanValue(true));
        assertThat(sent.getFirst().payload().json().get("active").asBoolean()).isTrue();
    }

    @Test
    void countsADeviceAsInactiveWhenItHasBeenSilentForItsTimeout() {
        attributes
                .save(
                        TENANT,
                        DEVICE.id().entity(),
                        AttributeScope.SERVER_SCOPE,
                        List.of(new KeyValue("inactivityTimeout", new LongValue(200))),
                        1)
                .toCompletableFuture()
                .join();

        engine.active(DEVICE);

        await().untilAsserted(() ->
                assertThat(sent)
                        .extracting(RuleMessage::type)
                        .containsExactly("ACTIVITY_EVENT", "INACTIVITY_EVENT"));
        assertThat(value("active")).isEqualTo(new BooleanValue(false));
        assertThat(value("inactivityAlarmTime")).isInstanceOf(LongValue.class);
    }

    @Test
    void doesNotCountADeviceAsInactiveThatAnotherInstanceHasSeenSince() {
        set("inactivityTimeout", new LongValue(300));
        engine.active(DEVICE);
        await().until(() -> value("lastActivityTime") != null);

        set("lastActivityTime", new LongValue(System.currentTimeMillis() + 60_000));

        await().during(Duration.ofMillis(600))
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(sent)
                                .extracting(RuleMessage::type)
                                .containsExactly("ACTIVITY_EVENT"));
    }

    private void set(String key, Value value) {
        attributes
                .save(
                        TENANT,
                        DEVICE.id().entity(),
                        AttributeScope.SERVER_SCOPE,
                        List.of(new KeyValue(key, value)),
                        1)
                .toCompletableFuture()
                .join();
    }

    @Test
    void remembersItsStateBetweenOneUseAndTheNext() {
        engine.active(DEVICE);
        await().until(() -> sent.size() == 1);
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

    private Object value(String key) {
        return attributes
                .find(TENANT, DEVICE.id().entity(), AttributeScope.SERVER_SCOPE, List.of(key))
                .toCompletableFuture()
                .join()
                .getFirst()
                .keyValue()
                .value();
    }
}
