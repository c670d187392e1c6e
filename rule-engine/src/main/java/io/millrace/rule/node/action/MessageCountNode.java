// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.EntryPoint;
import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.NodeTimers;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts messages, and sends their number at the end of each interval as telemetry of the tenant. Each instance counts
 * the messages that it processes and sends its own number. Counts are in memory: when the chain changes, the last one is
 * sent at once; when the process is killed, that of the running interval is lost. A count for which the queue has no room
 * is added to the next one.
 */
@NodeType(
        id = "action.message-count",
        alias = "org.thingsboard.rule.engine.action.TbMsgCountNode",
        group = NodeGroup.ACTION,
        name = "message count",
        description =
                "Counts messages, and sends their number in each interval as telemetry of the tenant.",
        effect = true)
public final class MessageCountNode implements RuleNode {

    private static final Configuration DEFAULTS = new Configuration(1, "messageCount");

    private final AtomicLong count = new AtomicLong();
    private final NodeIdentity node;
    private final long intervalMillis;
    private final String key;
    private final Ports ports;
    private final NodeTimers.Timer timer;

    /** When the next tick is due, in milliseconds since the epoch. Only the timer's thread changes it. */
    private long dueAt;

    private MessageCountNode(Configuration configuration, NodeIdentity node, Ports ports) {
        Duration interval = Duration.ofSeconds(configuration.interval());
        this.node = node;
        this.intervalMillis = interval.toMillis();
        this.key = configuration.telemetryPrefix() + "_" + ports.instance();
        this.ports = ports;
        this.dueAt = ports.clock().millis() + intervalMillis;
        this.timer = ports.timers().every(interval, this::tick);
    }

    /**
     * The ports of the node.
     *
     * @param instance name of this instance
     */
    public record Ports(NodeTimers timers, MessageIntake intake, String instance, Clock clock) {}

    /**
     * Configuration of the node.
     *
     * @param interval length of an interval in seconds
     * @param telemetryPrefix first part of the key, before the name of the instance
     */
    public record Configuration(
            @Min(1) @Max(86_400 * 31) @JsonPropertyDescription("Length of the interval in seconds.")
                    int interval,
            @NotBlank
                    @JsonPropertyDescription(
                            "First part of the key of the telemetry; the name of the instance follows.")
                    String telemetryPrefix) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(Ports ports) {
        return NodeDefinition.of(
                MessageCountNode.class,
                DEFAULTS,
                (configuration, node) -> new MessageCountNode(configuration, node, ports));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        count.incrementAndGet();
        return new NodeResult.Ended();
    }

    private void tick() {
        long late = ports.clock().millis() - dueAt;
        dueAt += intervalMillis;
        send(count.getAndSet(0), late + intervalMillis);
    }

    private void send(long number, long delta) {
        var _ =
                ports.intake()
                        .submit(message(number, delta))
                        .exceptionally(_ -> {
                            count.addAndGet(number);
                            return null;
                        });
    }

    private RuleMessage message(long number, long delta) {
        return RuleMessage.of(
                        node.tenant(),
                        node.tenant().entity(),
                        MessageType.POST_TELEMETRY_REQUEST.name(),
                        Metadata.of("delta", Long.toString(delta)),
                        Payload.of(JsonMapper.shared().createObjectNode().put(key, number)),
                        ports.clock().millis())
                .withEntry(
                        new EntryPoint(node.chain(), node.node(), NodeResult.SUCCESS, List.of()));
    }

    @Override
    public void close() {
        timer.close();
        long left = count.getAndSet(0);
        if (left > 0) {
            send(left, intervalMillis + ports.clock().millis() - dueAt);
        }
    }
}
