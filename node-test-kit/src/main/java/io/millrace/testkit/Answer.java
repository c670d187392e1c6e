// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of a node for one message.
 *
 * @param labels the labels by which it leaves; empty if it ends, or if another chain decides
 * @param messages the messages that leave, in this order
 * @param error why it failed, or null
 * @param result the result as the node returned it
 */
public record Answer(
        Set<String> labels, List<RuleMessage> messages, @Nullable String error, NodeResult result) {

    public Answer {
        labels = Set.copyOf(labels);
        messages = List.copyOf(messages);
    }

    static Answer of(NodeResult result) {
        Set<String> success = Set.of(NodeResult.SUCCESS);
        return switch (result) {
            case NodeResult.Next(Set<String> labels, RuleMessage message) ->
                    new Answer(labels, List.of(message), null, result);
            case NodeResult.Several(List<RuleMessage> messages) ->
                    new Answer(success, messages, null, result);
            case NodeResult.Failed(RuleMessage message, String error, boolean _) ->
                    new Answer(Set.of(NodeResult.FAILURE), List.of(message), error, result);
            case NodeResult.Acknowledged(RuleMessage message) ->
                    new Answer(success, List.of(message), null, result);
            case NodeResult.Enqueued(RuleMessage message) ->
                    new Answer(success, List.of(message), null, result);
            case NodeResult.Call(_, RuleMessage message) ->
                    new Answer(Set.of(), List.of(message), null, result);
            case NodeResult.Return(String label, RuleMessage message) ->
                    new Answer(Set.of(label), List.of(message), null, result);
            case NodeResult.Ended(), NodeResult.LeftToOwner() ->
                    new Answer(Set.of(), List.of(), null, result);
            case NodeResult.Later _ ->
                    throw new IllegalArgumentException("the answer has not arrived yet");
        };
    }

    /**
     * Returns the only label.
     *
     * @throws AssertionError if there is none or there are several
     */
    public String label() {
        if (labels.size() != 1) {
            throw new AssertionError("expected one label, got " + labels + because());
        }
        return labels.iterator().next();
    }

    /**
     * Returns the only message.
     *
     * @throws AssertionError if there is none or there are several
     */
    public RuleMessage message() {
        if (messages.size() != 1) {
            throw new AssertionError("expected one message, got " + messages.size() + because());
        }
        return messages.getFirst();
    }

    /** Returns the only message's payload as text. */
    public String payload() {
        return message().payload().text();
    }

    private String because() {
        return Optional.ofNullable(error).map(reason -> "; it failed: " + reason).orElse("");
    }
}
