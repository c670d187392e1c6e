// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/** What becomes of a message that a node has handled. */
public sealed interface NodeResult {

    /** Label of a node's ordinary output. */
    String SUCCESS = "Success";

    /** Label that every node has besides its own: the way of what went wrong. */
    String FAILURE = "Failure";

    /** The message goes on along every connection that bears one of the labels; with no such connection it ends. */
    record Next(Set<String> labels, RuleMessage message) implements NodeResult {
        public Next {
            labels = Set.copyOf(labels);
            Objects.requireNonNull(message, "message");
        }
    }

    /** Each of the messages goes on by {@code Success}, in this order; together they are the delivery's. */
    record Several(List<RuleMessage> messages) implements NodeResult {
        public Several {
            messages = List.copyOf(messages);
        }
    }

    /**
     * The message goes on by {@code Failure}; with no such connection the attempt fails with the error.
     *
     * @param timedOut whether it failed because something that the node called gave no answer in time; a node's breaker
     *     counts that
     */
    record Failed(RuleMessage message, String error, boolean timedOut) implements NodeResult {
        public Failed {
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(error, "error");
        }

        /** A failure that is no time-out. */
        public Failed(RuleMessage message, String error) {
            this(message, error, false);
        }
    }

    /** The message ends here, as if nothing were connected. */
    record Ended() implements NodeResult {}

    /** The delivery ends here, and the message goes on by {@code Success} in a delivery of its own. */
    record Acknowledged(RuleMessage message) implements NodeResult {}

    /**
     * The message goes on by {@code Success} in a delivery of its own, in the queue that it names. This delivery does not
     * wait for that one; whoever sent the message is told that it is safe when both are. Where the queue has no room the
     * message goes on by {@code Failure}.
     */
    record Enqueued(RuleMessage message) implements NodeResult {}

    /** The message goes through another chain and comes back by the label of that chain's output node. */
    record Call(RuleChainId target, RuleMessage message) implements NodeResult {}

    /** The message goes back to the calling chain's node and on by the label; with no caller it ends. */
    record Return(String label, RuleMessage message) implements NodeResult {}

    /**
     * The answer comes later. A stage that fails counts as {@link Failed}. It may be completed by any thread; answers
     * for one originator leave the node in the order in which its messages came.
     */
    record Later(CompletionStage<NodeResult> answer) implements NodeResult {}

    /** The message goes on by {@code Success}. */
    static NodeResult success(RuleMessage message) {
        return new Next(Set.of(SUCCESS), message);
    }

    /** The message goes on by one label. */
    static NodeResult to(String label, RuleMessage message) {
        return new Next(Set.of(label), message);
    }

    /**
     * The message goes on by {@code Failure}, the error being what the exception says, or what it wraps. A time-out is a
     * {@link TimeoutException}, a {@link HttpTimeoutException}, or what bears {@link TimedOut}.
     */
    static NodeResult failed(RuleMessage message, Throwable error) {
        Throwable cause = error.getCause();
        if (error instanceof CompletionException && cause != null) {
            return failed(message, cause);
        }
        String text = error.getMessage();
        return new Failed(
                message,
                text == null || text.isEmpty() ? error.getClass().getSimpleName() : text,
                error instanceof TimeoutException
                        || error instanceof HttpTimeoutException
                        || error instanceof TimedOut);
    }
}
