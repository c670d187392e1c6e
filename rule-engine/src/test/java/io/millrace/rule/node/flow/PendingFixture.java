// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.memory.InMemoryPendingMessages;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A node whose messages wait in memory, with a clock that a test moves. */
public final class PendingFixture {

    public final InMemoryPendingMessages pending = new InMemoryPendingMessages();
    public final List<RuleMessage> sent = new ArrayList<>();
    public boolean room = true;
    private long now = NodeTester.TS;
    private @Nullable RuleNode node;
    private final NodeIdentity identity;

    public PendingFixture(@Nullable String queue) {
        NodeIdentity plain = NodeTester.identity("a node");
        this.identity =
                new NodeIdentity(plain.tenant(), plain.chain(), plain.node(), plain.name(), queue);
    }

    public PendingSites.Ports ports() {
        return new PendingSites.Ports(pending, new Intake(), new MovedClock());
    }

    /** Creates the node; a second one at the same place simulates a restart. */
    public void start(NodeDefinition<?> definition, String configuration) {
        try {
            node =
                    NodeCatalogue.of(List.of(definition))
                            .create(
                                    new ChainNode(
                                            identity.node(),
                                            definition.type().id(),
                                            identity.name(),
                                            JsonMapper.shared().readTree(configuration),
                                            definition.type().version(),
                                            identity.queueName()),
                                    identity);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private final class Intake implements MessageIntake {
        @Override
        public CompletionStage<Void> submit(RuleMessage message) {
            if (!room) {
                return CompletableFuture.failedStage(new IllegalStateException("full"));
            }
            sent.add(message);
            return CompletableFuture.completedStage(null);
        }
    }

    private final class MovedClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("no test asks for another zone");
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }
    }

    /** The call of the node in a delivery. */
    public NodeCall call(String delivery) {
        return new Call(delivery);
    }

    public NodeResult receive(RuleMessage message, String delivery) {
        try {
            return NodeTester.settle(started().process(message, call(delivery)), message);
        } catch (Exception e) {
            return NodeResult.failed(message, e);
        }
    }

    /** The node as the service sees it. */
    public RuleNode started() {
        RuleNode running = node;
        if (running == null) {
            throw new IllegalStateException("expected a started node");
        }
        return running;
    }

    public NodeResult receive(RuleMessage message) {
        return receive(message, UUID.randomUUID().toString());
    }

    /** Lets time pass, and tells the node of what is due, as the service does; that message ends in the node. */
    public void pass(Duration time) {
        now += time.toMillis();
        if (waiting().stream().anyMatch(each -> each.dueAt() <= now)) {
            assertThat(receive(NodeTester.message(PendingMessages.DUE, "{}")))
                    .isInstanceOf(NodeResult.Ended.class);
        }
    }

    /** Lets time pass without the service. */
    void advance(Duration time) {
        now += time.toMillis();
    }

    NodeIdentity identity() {
        return identity;
    }

    public List<Pending> waiting() {
        return pending.find(
                        new Site(
                                identity.tenant(),
                                identity.chain(),
                                identity.node(),
                                NodeTester.DEVICE.entity()))
                .toCompletableFuture()
                .join();
    }

    EntryPoint behindTheNode() {
        return behindTheNode(NodeResult.SUCCESS);
    }

    public EntryPoint behindTheNode(String label) {
        return new EntryPoint(identity.chain(), identity.node(), label, List.of());
    }

    private final class Call implements NodeCall {

        private final String delivery;

        Call(String delivery) {
            this.delivery = delivery;
        }

        @Override
        public @Nullable Lease lease() {
            return null;
        }

        @Override
        public String idempotencyKey() {
            return delivery;
        }

        @Override
        public @Nullable UUID deliveredMessage() {
            return null;
        }

        @Override
        public EntryPoint entryBehind(String label) {
            return behindTheNode(label);
        }
    }
}
