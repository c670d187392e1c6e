// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.message.id.EntityId;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeResult.Failed;
import io.millrace.rule.node.RuleNode;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs one node's logic for the originators of one stripe. An answer that comes later does not block the actor: the
 * visit waits in its originator's line, and so do the answers behind it for that originator, so that messages leave in
 * the order in which they came. Other originators do not wait.
 */
final class RuleNodeActor implements Actor<NodeCommand> {

    private static final String NO_ANSWER = "the node gave no answer";

    private final NodeSlot slot;
    private final @Nullable NodeAdmission admission;
    private final ChainHandle chain;

    /** Waiting visits by originator; created for the first answer that comes later. */
    private @Nullable Map<EntityId, ArrayDeque<NodeVisit>> lines;

    RuleNodeActor(NodeSlot slot, ChainHandle chain) {
        this.slot = slot;
        this.admission = slot.admission();
        this.chain = chain;
    }

    @Override
    public void receive(NodeCommand command, ActorContext<NodeCommand> context) {
        switch (command) {
            case NodeVisit visit when visit.result == null -> process(visit, context.self());
            case NodeVisit visit -> {
                waitedFor(visit, visit.answer() instanceof Failed failed && failed.timedOut());
                release(visit.branch.message().originator());
                if (visit.outlived) {
                    visit.outlived = false;
                    visit.branch.tree().cameToRest();
                }
            }
            case NodeCommand.Abandon(NodeVisit visit) -> abandon(visit);
        }
    }

    private void process(NodeVisit visit, ActorRef<NodeCommand> self) {
        NodeResult result = resultOf(visit);
        if (result instanceof NodeResult.Later(CompletionStage<NodeResult> answer)) {
            CompletableFuture<NodeResult> future = answer.toCompletableFuture();
            if (!future.isDone()) {
                if (admission != null) {
                    admission.waits(visit);
                }
                lineOf(visit).add(visit);
                var _ =
                        future.whenComplete((late, error) -> {
                            visit.result = settled(visit, late, error);
                            self.tell(visit);
                        });
                return;
            }
            result = future.handle((late, error) -> settled(visit, late, error)).join();
        }
        if (admission != null) {
            admission.answeredAtOnce(visit);
        }
        visit.result = result;
        ArrayDeque<NodeVisit> line = find(visit.branch.message().originator());
        if (line == null) {
            answer(visit);
        } else {
            line.add(visit);
        }
    }

    private NodeResult resultOf(NodeVisit visit) {
        if (visit.branch.tree().isOver()) {
            visit.ending = NodeVisit.Ending.GIVEN_UP;
            return new NodeResult.Ended();
        }
        RuleNode node = slot.node();
        if (node == null) {
            return new Failed(visit.branch.message(), slot.reason());
        }
        String refusal = admission == null ? null : admission.refusal(visit);
        if (refusal != null) {
            visit.ending = NodeVisit.Ending.REFUSED;
            return new Failed(visit.branch.message(), refusal);
        }
        return run(node, visit);
    }

    private static NodeResult run(RuleNode node, NodeVisit visit) {
        try {
            @Nullable NodeResult result = CurrentCall.process(node, visit.branch.message(), visit);
            return result == null ? new Failed(visit.branch.message(), NO_ANSWER) : result;
        } catch (LinkageError e) {
            // Compiled against other classes than those on the class path. The error's message
            // alone is only a name.
            return new Failed(visit.branch.message(), e.toString());
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            return NodeResult.failed(visit.branch.message(), e);
        }
    }

    private static NodeResult settled(
            NodeVisit visit, @Nullable NodeResult late, @Nullable Throwable error) {
        if (error != null) {
            return NodeResult.failed(visit.branch.message(), error);
        }
        return late == null || late instanceof NodeResult.Later
                ? new Failed(visit.branch.message(), NO_ANSWER)
                : late;
    }

    private ArrayDeque<NodeVisit> lineOf(NodeVisit visit) {
        Map<EntityId, ArrayDeque<NodeVisit>> all = lines;
        if (all == null) {
            all = new HashMap<>();
            lines = all;
        }
        return all.computeIfAbsent(visit.branch.message().originator(), _ -> new ArrayDeque<>(2));
    }

    private @Nullable ArrayDeque<NodeVisit> find(EntityId originator) {
        return lines == null ? null : lines.get(originator);
    }

    /** Sends on the answered visits at the head of an originator's line. */
    private void release(EntityId originator) {
        ArrayDeque<NodeVisit> line = find(originator);
        if (line == null) {
            return;
        }
        while (!line.isEmpty() && line.getFirst().result != null) {
            answer(line.removeFirst());
        }
        if (line.isEmpty() && lines != null) {
            lines.remove(originator);
        }
    }

    /** Ends the visit now. If its answer still comes, it is ignored. */
    private void abandon(NodeVisit visit) {
        waitedFor(visit, true);
        EntityId originator = visit.branch.message().originator();
        ArrayDeque<NodeVisit> line = find(originator);
        if (line != null && line.remove(visit)) {
            if (visit.result == null) {
                visit.outlived = true;
                visit.branch.tree().outlivedBy();
            }
            visit.ending = NodeVisit.Ending.GIVEN_UP;
            visit.result = new NodeResult.Ended();
            answer(visit);
            release(originator);
        }
    }

    private void waitedFor(NodeVisit visit, boolean timedOut) {
        if (admission != null) {
            admission.waitedFor(visit, timedOut);
        }
    }

    private void answer(NodeVisit visit) {
        chain.stripeOf(visit.branch.message().originator()).tell(visit);
    }
}
