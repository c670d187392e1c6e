// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.rule.engine.VisitListener;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.testrun.TestRunResult.Effect;
import io.millrace.rule.testrun.TestRunResult.Kind;
import io.millrace.rule.testrun.TestRunResult.Step;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Records steps and effects of a run. Safe for use by many threads. */
final class Recorder implements VisitListener {

    private final List<Step> steps = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();

    /** Index of each step by the hop with which it ended; every hop is a separate object. */
    private final IdentityHashMap<Hop, Integer> places = new IdentityHashMap<>();

    private boolean truncated;

    @Override
    public synchronized void left(Visit visit) {
        if (steps.size() >= TestRunResult.MOST) {
            truncated = true;
            return;
        }
        places.put(visit.hop(), steps.size());
        steps.add(
                new Step(
                        placeBefore(visit),
                        visit.chain().chain(),
                        visit.chain().version(),
                        visit.node().id(),
                        visit.node().name(),
                        visit.node().type(),
                        visit.input(),
                        labelsOf(visit.result()),
                        outputsOf(visit.result()),
                        visit.hop().micros(),
                        visit.result() instanceof NodeResult.Failed failed
                                ? failed.error()
                                : null));
    }

    /** Returns the index of the step before. A message in a separate delivery names the node that it left. */
    private @Nullable Integer placeBefore(Visit visit) {
        Hop before = visit.hop().previous();
        if (before != null) {
            return places.get(before);
        }
        EntryPoint entry = visit.input().entry();
        if (entry == null || entry.label() == null) {
            return null;
        }
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).node().equals(entry.node())) {
                return i;
            }
        }
        return null;
    }

    private static List<String> labelsOf(NodeResult result) {
        return switch (result) {
            case NodeResult.Next next -> next.labels().stream().sorted().toList();
            case NodeResult.Failed _ -> List.of(NodeResult.FAILURE);
            case NodeResult.Several _, NodeResult.Acknowledged _, NodeResult.Enqueued _ ->
                    List.of(NodeResult.SUCCESS);
            case NodeResult.Return back -> List.of(back.label());
            case NodeResult.Call _,
                    NodeResult.Ended _,
                    NodeResult.LeftToOwner _,
                    NodeResult.Later _ ->
                    List.of();
        };
    }

    private static List<RuleMessage> outputsOf(NodeResult result) {
        return switch (result) {
            case NodeResult.Next next -> List.of(next.message());
            case NodeResult.Failed failed -> List.of(failed.message());
            case NodeResult.Several several -> several.messages();
            case NodeResult.Acknowledged acknowledged -> List.of(acknowledged.message());
            case NodeResult.Enqueued enqueued -> List.of(enqueued.message());
            case NodeResult.Return back -> List.of(back.message());
            case NodeResult.Call call -> List.of(call.message());
            case NodeResult.Ended _, NodeResult.LeftToOwner _, NodeResult.Later _ -> List.of();
        };
    }

    synchronized void effect(
            NodeIdentity node, Kind kind, Map<String, ? extends @Nullable Object> details) {
        if (effects.size() >= TestRunResult.MOST) {
            truncated = true;
            return;
        }
        effects.add(
                new Effect(
                        node.node(),
                        node.name(),
                        kind,
                        JsonMapper.shared().writeValueAsString(details)));
    }

    synchronized List<Step> steps() {
        return List.copyOf(steps);
    }

    synchronized List<Effect> effects() {
        return List.copyOf(effects);
    }

    synchronized boolean isTruncated() {
        return truncated;
    }

    /** Returns the properties of a message that are shown to users. */
    static Map<String, @Nullable Object> describe(RuleMessage message) {
        Map<String, @Nullable Object> described = new LinkedHashMap<>();
        described.put("originator", message.originator().toString());
        described.put("msgType", message.type());
        described.put("queueName", message.queue());
        described.put("metadata", message.metadata().values());
        described.put("data", message.payload().text());
        return described;
    }
}
