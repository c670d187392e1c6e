// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpReply;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.rule.outgoing.HostLookups;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.outgoing.OutgoingGuard;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.sending.BoundedSends;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.MessageLog;
import io.millrace.rule.store.NodeTimers;
import io.millrace.rule.store.memory.InMemoryAlarmStore;
import io.millrace.rule.store.memory.InMemoryAssetProfiles;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryDeviceCredentialsStore;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import io.millrace.rule.store.memory.InMemoryPendingMessages;
import io.millrace.rule.store.memory.InMemoryRelationStore;
import io.millrace.rule.store.memory.InMemoryRuleStates;
import io.millrace.rule.store.memory.InMemoryTimeseriesReads;
import io.millrace.rule.store.memory.InMemoryTimeseriesStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Ports of the built-in nodes that keep all data in memory and make no calls. */
public final class TestPorts {

    /** The time of the ports' clock, in milliseconds since the epoch. */
    public static final long NOW = 1_763_650_000_000L;

    public final FakeScripts scripts;
    public final InMemoryTimeseriesStore timeseries = new InMemoryTimeseriesStore();
    public final InMemoryAttributeStore attributes = new InMemoryAttributeStore();
    public final InMemoryDeviceProfiles deviceProfiles = new InMemoryDeviceProfiles();
    public final InMemoryPendingMessages pending = new InMemoryPendingMessages();
    public final InMemoryRuleStates ruleStates = new InMemoryRuleStates();
    public final InMemoryAssetProfiles assetProfiles = new InMemoryAssetProfiles();
    public final InMemoryEntityStore entities = new InMemoryEntityStore();
    public final InMemoryRelationStore relations = new InMemoryRelationStore();
    public final InMemoryAlarmStore alarms = new InMemoryAlarmStore();
    public final InMemoryDeviceCredentialsStore credentials = new InMemoryDeviceCredentialsStore();
    public final List<RuleMessage> submitted = new CopyOnWriteArrayList<>();
    public final List<UUID> answered = new CopyOnWriteArrayList<>();
    public final List<DeviceRpc.Request> requested = new CopyOnWriteArrayList<>();
    public final List<String> replied = new CopyOnWriteArrayList<>();
    public final List<String> logged = new CopyOnWriteArrayList<>();

    public TestPorts(FakeScripts scripts) {
        this.scripts = scripts;
    }

    public NodePorts ports() {
        return new NodePorts(
                scripts,
                timeseries,
                new InMemoryTimeseriesReads(timeseries),
                attributes,
                entities,
                entities,
                (_, _) -> CompletableFuture.completedStage(List.of()),
                relations,
                alarms,
                credentials,
                deviceProfiles,
                assetProfiles,
                this::submit,
                pending,
                ruleStates,
                this::answer,
                this::send,
                (_, _, _, _, reply) -> replied.add(reply.text()),
                DeviceNotifications.NONE,
                (_, _, _, _, _) -> CompletableFuture.completedStage(DeviceStates.Outcome.REPORTED),
                new RecordingLog(),
                _ -> new NoCalls(),
                BoundedSends::new,
                new OutgoingAddresses(
                        new OutgoingGuard(AllowedTargets.NONE, _ -> AllowedTargets.NONE),
                        new HostLookups(HostLookups.Names.SYSTEM)),
                NodeTimers.NONE,
                "instance-1",
                Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
    }

    private CompletionStage<Void> submit(RuleMessage message) {
        submitted.add(message);
        return CompletableFuture.completedStage(null);
    }

    private CompletionStage<Void> answer(String serviceId, UUID request, Payload answer) {
        answered.add(request);
        return CompletableFuture.completedStage(null);
    }

    private CompletionStage<DeviceRpc.Outcome> send(DeviceRpc.Request request) {
        requested.add(request);
        return new CompletableFuture<>();
    }

    private final class RecordingLog implements MessageLog {

        @Override
        public boolean isEnabled() {
            return true;
        }

        @Override
        public void write(NodeIdentity node, RuleMessage message, String text) {
            logged.add(text);
        }
    }

    private static final class NoCalls implements HttpCalls {

        @Override
        public CompletionStage<HttpReply> call(HttpCall call) {
            return CompletableFuture.failedStage(new IOException("calls are disabled"));
        }

        @Override
        public void close() {}
    }
}
