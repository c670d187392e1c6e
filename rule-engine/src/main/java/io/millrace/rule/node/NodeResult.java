// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.message.id.RuleChainId;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/** What happens to a message that a node has processed. */
public sealed interface NodeResult {

    /** Label of a node's ordinary output. */
    String SUCCESS = "Success";

    /** Label for failures, which every node has besides its own. */
    String FAILURE = "Failure";

    /** The message follows every connection with one of the labels; without such a connection it ends. */
    record Next(Set<String> labels, RuleMessage message) implements NodeResult {
        public Next {
            labels = Set.copyOf(labels);
            Objects.requireNonNull(message, "message");
        }
    }

    /** Each of the messages leaves by {@code Success}, in this order. They stay in the same delivery. */
    record Several(List<RuleMessage> messages) implements NodeResult {
        public Several {
            messages = List.copyOf(messages);
        }
    }

    /**
     * The message leaves by {@code Failure}; without such a connection the attempt fails with the error.
     *
     * @param timedOut whether it failed because a service that the node called did not answer in time, which the node's
     *     breaker counts
     */
    record Failed(RuleMessage message, String error, boolean timedOut) implements NodeResult {
        public Failed {
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(error, "error");
        }

        /** Creates a failure that is not a timeout. */
        public Failed(RuleMessage message, String error) {
            this(message, error, false);
        }
    }

    /** The message ends here, as if the node had no connections. */
    record Ended() implements NodeResult {}

    /**
     * A write of the node was refused because another instance owns the partition of the message by now. Its delivery is
     * not decided here: that instance repeats it.
     */
    record LeftToOwner() implements NodeResult {}

    /** The delivery ends here, and the message leaves by {@code Success} in a delivery of its own. */
    record Acknowledged(RuleMessage message) implements NodeResult {}

    /**
     * The message leaves by {@code Success} in a delivery of its own, in the queue that it names. This delivery does
     * not wait for that one; the receipt of the original message is completed when both deliveries are safe. If the
     * queue has no room, the message leaves by {@code Failure}.
     */
    record Enqueued(RuleMessage message) implements NodeResult {}

    /** The message enters another chain and leaves this node by the label of that chain's output node. */
    record Call(RuleChainId target, RuleMessage message) implements NodeResult {}

    /** The message returns to the calling chain's node and leaves it by the label; without a caller it ends. */
    record Return(String label, RuleMessage message) implements NodeResult {}

    /**
     * The answer comes later. A stage that fails counts as {@link Failed}. Any thread may complete it; answers for one
     * originator leave the node in the order in which its messages arrived.
     */
    record Later(CompletionStage<NodeResult> answer) implements NodeResult {}

    /** Returns the result of a message that leaves by {@code Success}. */
    static NodeResult success(RuleMessage message) {
        return new Next(Set.of(SUCCESS), message);
    }

    /** Returns the result of a message that leaves by one label. */
    static NodeResult to(String label, RuleMessage message) {
        return new Next(Set.of(label), message);
    }

    /**
     * Returns the result of a message that leaves by {@code Failure}, with the message of the exception or of the one
     * that it wraps. A {@link TimeoutException}, a {@link HttpTimeoutException} and an exception that implements {@link
     * TimedOut} count as timeouts. A {@link LeaseOverException} makes it {@link LeftToOwner} instead.
     */
    static NodeResult failed(RuleMessage message, Throwable error) {
        Throwable cause = error.getCause();
        if (error instanceof CompletionException && cause != null) {
            return failed(message, cause);
        }
        if (error instanceof LeaseOverException) {
            return new LeftToOwner();
        }
        String text = error.getMessage();
        return new Failed(
                message,
                text == null || text.isEmpty() ? error.getClass().getSimpleName() : text,
                error instanceof TimeoutException
                        || error instanceof HttpTimeoutException
                        || error instanceof TimedOut);
    }

    /**
     * Returns the result of {@link #failed}, with the error also in metadata {@code error}: for nodes that call other
     * systems.
     */
    static NodeResult failedCall(RuleMessage message, Throwable error) {
        String text = "%s: %s".formatted(error.getClass(), error.getMessage());
        return failed(message.withMetadata(message.metadata().with("error", text)), error);
    }
}
