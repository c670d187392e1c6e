// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static java.util.Objects.requireNonNull;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** A node that answers the message "now" at once, and all others when the test requests it. */
final class PendingAnswers implements RuleNode {

    private record Pending(RuleMessage message, CompletableFuture<NodeResult> answer) {}

    private final Map<String, Pending> pending = new ConcurrentHashMap<>();

    @Override
    public NodeResult process(RuleMessage message) {
        String text = message.payload().text();
        if (text.equals("now")) {
            return NodeResult.success(message);
        }
        Pending called = new Pending(message, new CompletableFuture<>());
        pending.put(text, called);
        return new NodeResult.Later(called.answer());
    }

    boolean wasCalledFor(String text) {
        return pending.containsKey(text);
    }

    void succeed(String text) {
        Pending called = requireNonNull(pending.get(text));
        called.answer().complete(NodeResult.success(called.message()));
    }

    void fail(String text, Throwable error) {
        requireNonNull(pending.get(text)).answer().completeExceptionally(error);
    }
}
