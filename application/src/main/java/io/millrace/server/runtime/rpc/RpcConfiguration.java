// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.DeviceRpcReplies;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.RestReplies;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.platform.settings.RpcSettings;
import io.millrace.server.runtime.connection.DeviceDownlinks;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnections;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Beans of RPC requests to devices. */
@Configuration(proxyBeanMethods = false)
class RpcConfiguration {

    @Bean
    RpcRoom rpcRoom() {
        return RpcRoom.forHeap(Runtime.getRuntime().maxMemory());
    }

    @Bean
    OpenRequests openRequests(
            DeviceDownlinks downlinks, DeviceConnections connections, RpcRoom room, Clock clock) {
        OpenRequests open = new OpenRequests(downlinks, room, clock);
        connections.listen(open);
        return open;
    }

    @Bean
    RpcStorage rpcStorage(Transactions transactions, RpcSettings settings) {
        return new RpcStorage(transactions, CommitLimits.DEFAULT, settings.perDevice());
    }

    @Bean
    RpcTable rpcTable(JdbcClient jdbc) {
        return new RpcTable(jdbc);
    }

    @Bean
    RpcEvents rpcEvents(
            MessageIntake intake, JsonMapper json, Clock clock, MeterRegistry registry) {
        return new RpcEvents(
                intake,
                json,
                clock,
                Counter.builder("millrace.rpc.events.refused")
                        .description(
                                "Messages of states of persistent requests that the queue refused")
                        .register(registry));
    }

    @Bean
    PersistentRequests persistentRequests(
            RpcStorage storage,
            DeviceDownlinks downlinks,
            RpcEvents events,
            RpcSettings settings,
            Clock clock) {
        return new PersistentRequests(storage, downlinks, events, settings, clock);
    }

    @Bean
    RpcTasks rpcTasks(
            RpcTable table,
            RpcStorage storage,
            PersistentRequests persistent,
            DeviceConnections connections,
            QueueSettings queue,
            Clock clock) {
        Duration longestRest = DueTask.longestRest(queue.isSingleInstance());
        RpcTasks tasks = new RpcTasks(table, storage, persistent, longestRest, clock);
        connections.listen(tasks);
        return tasks;
    }

    @Bean
    DeviceRpc deviceRpc(
            OpenRequests open,
            PersistentRequests persistent,
            RestReplies replies,
            MeterRegistry registry) {
        return new RequestDispatch(
                open,
                persistent,
                replies,
                outcome ->
                        registry.counter(
                                        "millrace.rpc.requests",
                                        "outcome",
                                        switch (outcome) {
                                            case DeviceRpc.Answered _ -> "answered";
                                            case DeviceRpc.Failed failed ->
                                                    failed.error().name().toLowerCase(Locale.ROOT);
                                        })
                                .increment());
    }

    @Bean
    DeviceRpcReplies deviceRpcReplies(DeviceDownlinks downlinks, MeterRegistry registry) {
        return (device, serviceId, connection, requestId, reply) -> {
            var _ =
                    downlinks
                            .rpcReply(device, serviceId, connection, requestId, reply.bytes())
                            .exceptionally(_ -> Delivery.NOT_CONNECTED)
                            .thenAccept(delivery ->
                                    registry.counter(
                                                    "millrace.rpc.replies",
                                                    "outcome",
                                                    delivery.name().toLowerCase(Locale.ROOT))
                                            .increment());
        };
    }

    @Bean
    MeterBinder rpcMeters(OpenRequests open, RpcRoom room) {
        return registry -> {
            Gauge.builder("millrace.rpc.open", open, OpenRequests::size)
                    .description("Requests to devices in memory that have not ended")
                    .register(registry);
            Gauge.builder("millrace.rpc.offline", open, OpenRequests::devicesOffline)
                    .description("Devices without a connection for which requests in memory wait")
                    .register(registry);
            Gauge.builder("millrace.rpc.open.bytes", room, RpcRoom::used)
                    .description("Memory of requests to devices that have not ended")
                    .baseUnit("bytes")
                    .register(registry);
            Gauge.builder("millrace.rpc.open.bytes.max", room, RpcRoom::most)
                    .description("Most memory of requests to devices that have not ended")
                    .baseUnit("bytes")
                    .register(registry);
        };
    }
}
