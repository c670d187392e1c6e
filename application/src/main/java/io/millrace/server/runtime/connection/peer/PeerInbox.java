// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.runtime.connection.DeviceReplies;
import io.millrace.server.runtime.connection.LocalDownlinks;
import io.millrace.server.runtime.connection.directory.ListedConnection;
import io.millrace.server.runtime.connection.directory.SessionCloser;
import io.millrace.server.runtime.connection.peer.PeerMessage.Event;
import io.millrace.server.runtime.connection.peer.PeerMessage.Progress;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnections;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the messages of other instances for the connections to this one. Thread-safe; no call blocks. */
final class PeerInbox implements SessionCloser {

    private static final Logger log = LoggerFactory.getLogger(PeerInbox.class);

    private final String self;
    private final DeviceConnections connections;
    private final LocalDownlinks local;
    private final DeviceReplies replies;
    private final RuleEngine engine;
    private final PeerLinks links;
    private final PendingCalls pending;

    PeerInbox(
            String self,
            DeviceConnections connections,
            LocalDownlinks local,
            DeviceReplies replies,
            RuleEngine engine,
            PeerLinks links,
            PendingCalls pending) {
        this.self = self;
        this.connections = connections;
        this.local = local;
        this.replies = replies;
        this.engine = engine;
        this.links = links;
        this.pending = pending;
    }

    /** @param from name of the instance that has sent the message */
    void receive(String from, PeerMessage message) {
        switch (message) {
            case PeerMessage.Attributes(UUID tenant, UUID device, Body json) ->
                    local.attributesChanged(
                            new TenantId(tenant), new DeviceId(device), json.bytes());
            case PeerMessage.Rpc rpc -> {
                TenantId tenant = new TenantId(rpc.tenant());
                local.rpc(
                        tenant,
                        new DeviceId(rpc.device()),
                        new RemoteCall(rpc, progress -> report(from, tenant, progress)));
            }
            case PeerMessage.RpcReply reply -> reply(from, reply);
            case PeerMessage.DeviceReply(UUID device, int request, Body reply) -> {
                boolean _ = replies.replied(new DeviceId(device), request, reply.bytes());
            }
            case PeerMessage.Close(UUID device, UUID connection) ->
                    close(new DeviceId(device), connection);
            case Progress progress -> pending.progress(progress);
        }
    }

    private void reply(String from, PeerMessage.RpcReply reply) {
        var _ =
                local.rpcReply(
                                new DeviceId(reply.device()),
                                self,
                                reply.connection(),
                                reply.requestId(),
                                reply.json().bytes())
                        .whenComplete((delivery, _) ->
                                report(
                                        from,
                                        TenantId.SYSTEM,
                                        delivery == Delivery.DELIVERED
                                                ? new Progress(
                                                        reply.call(), Event.DELIVERED, null, null)
                                                : new Progress(
                                                        reply.call(),
                                                        Event.FAILED,
                                                        null,
                                                        delivery)));
    }

    /** A report that does not arrive is no loss: the other instance ends the call when it expires. */
    private void report(String to, TenantId tenant, Progress progress) {
        links.send(
                to,
                tenant,
                progress,
                reason ->
                        log.debug(
                                "Cannot report {} of call {} to instance {}: {}",
                                progress.event(),
                                progress.call(),
                                to,
                                reason));
    }

    @Override
    public void takenOver(ListedConnection session) {
        if (session.instance().equals(self)) {
            close(session.device(), session.id());
        } else {
            links.send(
                    session.instance(),
                    session.tenant(),
                    new PeerMessage.Close(session.device().id(), session.id()),
                    _ -> {});
        }
    }

    private void close(DeviceId device, UUID connection) {
        DeviceConnection open = connections.find(device, connection);
        if (open != null) {
            engine.sessionMoved(EngineDevices.of(open.device()), connection);
            open.close(CloseCause.TAKEN_OVER);
        }
    }
}
