// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.runtime.connection.DeviceDownlinks;
import io.millrace.server.runtime.connection.LocalDownlinks;
import io.millrace.server.runtime.connection.ReplyForwarding;
import io.millrace.server.runtime.connection.directory.ConnectionDirectory;
import io.millrace.server.runtime.connection.directory.ListedConnection;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.RpcCall;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends to devices that are connected to any instance of the cluster; the directory says to which. */
final class ClusterDownlinks implements DeviceDownlinks, ReplyForwarding {

    private static final Logger log = LoggerFactory.getLogger(ClusterDownlinks.class);

    /** More look-ups at a time than devices change attributes while a query runs; each holds one message. */
    private static final int MOST_LOOK_UPS = 10_000;

    /** Time limit of an answer to a device, which waits for it only for a short time. */
    private static final Duration REPLY_WITHIN = Duration.ofSeconds(20);

    private final LocalDownlinks local;
    private final ConnectionDirectory directory;
    private final PeerLinks links;
    private final PendingCalls pending;
    private final InstantSource clock;
    private final AtomicInteger lookUps = new AtomicInteger();
    private final LongAdder notLookedUp = new LongAdder();

    ClusterDownlinks(
            LocalDownlinks local,
            ConnectionDirectory directory,
            PeerLinks links,
            PendingCalls pending,
            InstantSource clock) {
        this.local = local;
        this.directory = directory;
        this.links = links;
        this.pending = pending;
        this.clock = clock;
    }

    @Override
    public void attributesChanged(TenantId tenant, DeviceId device, byte[] json) {
        local.attributesChanged(tenant, device, json);
        others(
                device,
                Downlink.ATTRIBUTES,
                found ->
                        found.stream()
                                .map(ListedConnection::instance)
                                .distinct()
                                .forEach(instance ->
                                        links.send(
                                                instance,
                                                tenant,
                                                new PeerMessage.Attributes(
                                                        tenant.id(), device.id(), new Body(json)),
                                                _ -> {})),
                _ -> {});
    }

    @Override
    public void rpc(TenantId tenant, DeviceId device, RpcCall call) {
        if (local.receivesRpc(device)) {
            local.rpc(tenant, device, call);
            return;
        }
        others(
                device,
                Downlink.RPC,
                found ->
                        Optional.of(found)
                                .filter(all -> !all.isEmpty())
                                .ifPresentOrElse(
                                        all -> send(tenant, all.getLast(), call),
                                        () -> call.failed(Delivery.NOT_CONNECTED)),
                call::failed);
    }

    private void send(TenantId tenant, ListedConnection to, RpcCall call) {
        start(
                tenant,
                to.instance(),
                call,
                id ->
                        new PeerMessage.Rpc(
                                id,
                                tenant.id(),
                                to.device().id(),
                                call.method(),
                                call.params(),
                                call.oneWay(),
                                call.expiresAt().toEpochMilli()));
    }

    private void start(
            TenantId tenant, String instance, RpcCall call, Function<UUID, PeerMessage> message) {
        UUID id = pending.add(tenant, instance, call);
        if (id == null) {
            call.failed(Delivery.NO_ROOM);
        } else {
            links.send(instance, tenant, message.apply(id), reason -> pending.fail(id, reason));
        }
    }

    /** Finds the connections to other instances, oldest first. Exactly one of the actions runs, and must not block. */
    private void others(
            DeviceId device,
            Downlink downlink,
            Consumer<List<ListedConnection>> then,
            Consumer<Delivery> otherwise) {
        if (lookUps.incrementAndGet() > MOST_LOOK_UPS) {
            lookUps.decrementAndGet();
            notLookedUp.increment();
            otherwise.accept(Delivery.NO_ROOM);
            return;
        }
        var _ =
                directory
                        .find(device)
                        .whenComplete((found, failure) -> {
                            lookUps.decrementAndGet();
                            if (found == null) {
                                notLookedUp.increment();
                                log.warn(
                                        "Cannot find the connections of device {}; it counts as not connected: {}",
                                        device,
                                        String.valueOf(failure));
                                otherwise.accept(Delivery.NOT_CONNECTED);
                            } else {
                                then.accept(
                                        found.stream()
                                                .filter(each -> isElsewhere(each, downlink))
                                                .toList());
                            }
                        });
    }

    private boolean isElsewhere(ListedConnection each, Downlink downlink) {
        return each.receives(downlink) && !each.instance().equals(directory.instance());
    }

    @Override
    public CompletionStage<Delivery> rpcReply(
            DeviceId device, String serviceId, UUID connection, int requestId, byte[] json) {
        if (serviceId.equals(directory.instance())) {
            return local.rpcReply(device, serviceId, connection, requestId, json);
        }
        ReplyCall call = new ReplyCall(clock.instant().plus(REPLY_WITHIN));
        // The tenant is not known here: the answers of all devices share one part of the room.
        start(
                TenantId.SYSTEM,
                serviceId,
                call,
                id ->
                        new PeerMessage.RpcReply(
                                id, device.id(), connection, requestId, new Body(json)));
        return call.delivery();
    }

    @Override
    public CompletionStage<Set<DeviceId>> receivingRpc(Collection<DeviceId> devices) {
        List<CompletableFuture<List<ListedConnection>>> found =
                devices.stream().distinct().map(directory::find).toList();
        return CompletableFuture.allOf(found.toArray(CompletableFuture[]::new))
                .thenApply(_ -> {
                    Set<DeviceId> receiving = new HashSet<>();
                    devices.stream().filter(local::receivesRpc).forEach(receiving::add);
                    found.stream()
                            .flatMap(each -> each.join().stream())
                            .filter(each -> isElsewhere(each, Downlink.RPC))
                            .map(ListedConnection::device)
                            .forEach(receiving::add);
                    return receiving;
                });
    }

    @Override
    public void forward(TenantId tenant, DeviceId device, int requestId, byte[] reply) {
        links.sendToAll(
                tenant, new PeerMessage.DeviceReply(device.id(), requestId, new Body(reply)));
    }

    /** Number of messages whose connections could not be looked up. */
    long notLookedUp() {
        return notLookedUp.sum();
    }
}
