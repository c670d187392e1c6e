// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.MessageSubmitter;
import io.millrace.message.delivery.QueueClosedException;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.store.MessageIntake;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One of the workers that share a rule chain: routes each result by its label, for the originators that are assigned to
 * it. All stripes of a chain version read the same routing table and have no other state.
 */
final class RuleChainStripe implements Actor<StripeCommand> {

    /** The dependencies of a stripe. */
    record Equipment(
            ChainHandle chain,
            List<NodeSlot> slots,
            List<Props<NodeCommand>> hosts,
            ChainGates gates,
            MessageIntake intake,
            @Nullable VisitListener visits,
            LongSupplier ticker) {}

    private static final Set<String> FAILURE_ONLY = Set.of(NodeResult.FAILURE);

    private final ChainHandle chain;
    private final RoutingTable table;
    private final Equipment equipment;
    private final int number;

    /**
     * The nodes' actors, created with the first message for them, because a chain may have many stripes and few
     * messages.
     */
    private final List<@Nullable ActorRef<NodeCommand>> hosts;

    private @Nullable ActorContext<StripeCommand> context;

    /** @param number the place of the stripe among those of its chain, from 0 */
    RuleChainStripe(Equipment equipment, int number) {
        this.number = number;
        this.hosts = new ArrayList<>(Collections.nCopies(equipment.slots().size(), null));
        this.chain = equipment.chain();
        this.table = equipment.chain().table();
        this.equipment = equipment;
    }

    @Override
    public void started(ActorContext<StripeCommand> own) {
        context = own;
    }

    @Override
    public void receive(StripeCommand command, ActorContext<StripeCommand> context) {
        switch (command) {
            case NodeVisit visit -> answered(visit);
            case StripeCommand.Enter(Branch branch) -> enter(branch);
            case StripeCommand.Return(Branch branch, int node, String label) ->
                    route(branch, node, Set.of(label), "no connection handles the failure");
            case StripeCommand.Enqueued(Branch branch, int node, String error) ->
                    enqueued(branch, node, error);
        }
    }

    private void enter(Branch branch) {
        Branch.Resume resume = branch.resume();
        if (resume == null) {
            if (table.first() == RoutingTable.NONE) {
                branch.tree().end(branch);
            } else {
                visit(branch, table.first());
            }
            return;
        }
        int node = table.indexOf(resume.node());
        if (node == RoutingTable.NONE) {
            branch.tree()
                    .fail(
                            branch,
                            new Failure(
                                    "the node at which the message should continue is no longer in the chain",
                                    chain.id(),
                                    resume.node(),
                                    null));
        } else if (resume.label() == null) {
            visit(branch, node);
        } else {
            route(branch, node, Set.of(resume.label()), "no connection handles the failure");
        }
    }

    private void visit(Branch branch, int node) {
        ActorRef<NodeCommand> host = hostOf(node);
        NodeVisit visit = new NodeVisit(branch, chain, node, host, equipment.ticker().getAsLong());
        if (branch.tree().arrive(visit)) {
            countArrival(visit);
            host.tell(visit);
        } else {
            branch.tree()
                    .fail(
                            branch,
                            visit.failure(
                                    "the message passed %d nodes and seems to be in an endless loop"
                                            .formatted(branch.tree().maxNodes())));
        }
    }

    private ActorRef<NodeCommand> hostOf(int node) {
        ActorRef<NodeCommand> known = hosts.get(node);
        if (known != null) {
            return known;
        }
        ActorRef<NodeCommand> made =
                Objects.requireNonNull(context, "not started").spawn(equipment.hosts().get(node));
        hosts.set(node, made);
        return made;
    }

    private void answered(NodeVisit visit) {
        Branch branch = visit.branch;
        branch.tree().leave(visit, equipment.slots().get(visit.node).hasEffect());
        countLeaving(visit);
        switch (visit.answer()) {
            case NodeResult.Next(Set<String> labels, RuleMessage message) ->
                    next(visit, labels, message);
            case NodeResult.Failed(RuleMessage message, String error, _) ->
                    route(
                            passed(visit, message, NodeResult.FAILURE, error),
                            visit.node,
                            FAILURE_ONLY,
                            error);
            case NodeResult.LeftToOwner() -> branch.tree().leaveToOwner(branch);
            case NodeResult.Several(List<RuleMessage> messages) -> several(visit, messages);
            case NodeResult.Ended() -> branch.tree().end(passed(visit, branch.message(), "(end)"));
            case NodeResult.Acknowledged(RuleMessage message) -> acknowledge(visit, message);
            case NodeResult.Enqueued(RuleMessage message) ->
                    enqueue(
                            passed(visit, visit.branch.message(), NodeResult.SUCCESS),
                            visit.node,
                            message,
                            NodeResult.SUCCESS);
            case NodeResult.Call(RuleChainId target, RuleMessage message) ->
                    call(visit, target, message);
            case NodeResult.Return(String label, RuleMessage message) ->
                    comeBack(passed(visit, message, label), label);
            case NodeResult.Later _ ->
                    throw new IllegalStateException("the node's actor must wait for later answers");
        }
    }

    /**
     * Routes a message. If its new originator belongs to another instance, the message is enqueued for that instance,
     * which keeps the originator's order and state.
     */
    private void next(NodeVisit visit, Set<String> labels, RuleMessage message) {
        Branch branch = passed(visit, message, labelText(labels));
        boolean elsewhere =
                labels.size() == 1
                        && !message.originator().equals(visit.branch.message().originator())
                        && !equipment.intake().isLocal(message);
        if (elsewhere) {
            enqueue(branch, visit.node, message, labels.iterator().next());
        } else {
            route(branch, visit.node, labels, "the node answered Failure without a reason");
        }
    }

    private static String labelText(Set<String> labels) {
        return labels.size() == 1 ? labels.iterator().next() : String.join(",", labels);
    }

    private Branch passed(NodeVisit visit, RuleMessage message, String label) {
        return passed(visit, message, label, null);
    }

    private Branch passed(
            NodeVisit visit, RuleMessage message, String label, @Nullable String error) {
        long nanos = equipment.ticker().getAsLong() - visit.startedNanos;
        record(visit, nanos);
        ChainNode definition = visit.definition();
        Hop hop =
                new Hop(
                        visit.branch.path(),
                        chain.id(),
                        chain.version().version(),
                        definition.id(),
                        label,
                        nanos / 1_000,
                        visit.branch
                                .tree()
                                .contents()
                                .passage(
                                        visit.branch.path(),
                                        visit.branch.message(),
                                        message,
                                        error));
        VisitListener visits = equipment.visits();
        if (visits != null) {
            visits.left(
                    new VisitListener.Visit(
                            chain.version(),
                            definition,
                            visit.branch.message(),
                            visit.answer(),
                            hop));
        }
        return visit.branch.after(hop, message);
    }

    private void record(NodeVisit visit, long nanos) {
        if (visit.ending != NodeVisit.Ending.REFUSED) {
            equipment.slots().get(visit.node).listener().answered(nanos, hasFailed(visit));
        }
    }

    private static boolean hasFailed(NodeVisit visit) {
        return visit.ending == NodeVisit.Ending.GIVEN_UP
                || visit.answer() instanceof NodeResult.Failed;
    }

    private void countArrival(NodeVisit visit) {
        ChainWatch watch = chain.watch();
        if (watch != null) {
            watch.arrived(number, visit.node);
            visit.countedBy = watch;
        }
    }

    /** The stripe may be another one than the visit began in, if a node has changed the originator. */
    private void countLeaving(NodeVisit visit) {
        ChainWatch watch = visit.countedBy;
        if (watch != null) {
            watch.left(
                    number,
                    visit.node,
                    equipment.ticker().getAsLong() - visit.startedNanos,
                    hasFailed(visit),
                    visit.ending == NodeVisit.Ending.REFUSED);
        }
    }

    private void route(Branch branch, int node, Set<String> labels, String error) {
        int[] targets = table.targets(node, labels);
        if (targets.length == 0) {
            if (labels.equals(FAILURE_ONLY)) {
                ChainNode definition = table.node(node);
                branch.tree()
                        .fail(
                                branch,
                                new Failure(error, chain.id(), definition.id(), definition.name()));
            } else {
                branch.tree().end(branch);
            }
            return;
        }
        if (targets.length > 1) {
            branch.tree().fork(targets.length - 1);
        }
        for (int target : targets) {
            visit(branch, target);
        }
    }

    private void several(NodeVisit visit, List<RuleMessage> messages) {
        Branch branch = passed(visit, visit.branch.message(), NodeResult.SUCCESS);
        if (messages.isEmpty()) {
            branch.tree().end(branch);
            return;
        }
        branch.tree().fork(messages.size() - 1);
        boolean alone = messages.size() == 1;
        for (int i = 0; i < messages.size(); i++) {
            RuleMessage message = messages.get(i);
            RuleMessage named = alone ? message : message.withId(partOf(visit, i));
            route(branch.with(named), visit.node, Set.of(NodeResult.SUCCESS), "");
        }
    }

    /**
     * Returns the id of one of the messages into which a node splits a message: the same in every attempt, so that
     * repeated effects can be recognised.
     */
    private static UUID partOf(NodeVisit visit, int index) {
        return UUID.nameUUIDFromBytes(
                "%s-%s-%d"
                        .formatted(visit.branch.message().id(), visit.definition().id(), index)
                        .getBytes(StandardCharsets.UTF_8));
    }

    private void acknowledge(NodeVisit visit, RuleMessage message) {
        Branch branch = passed(visit, visit.branch.message(), NodeResult.SUCCESS);
        if (table.targets(visit.node, NodeResult.SUCCESS).length == 0) {
            branch.tree().end(branch);
            return;
        }
        RuleMessage onwards =
                message.withEntry(
                        branch.entryBehind(
                                chain.id(), visit.definition().id(), NodeResult.SUCCESS));
        Attempt attempt = branch.tree().attempt().detach(onwards);
        if (attempt == null) {
            route(
                    branch,
                    visit.node,
                    FAILURE_ONLY,
                    "there is no room for another delivery; the message was not acknowledged");
            return;
        }
        MessageTree tree = branch.tree().continuedBy(attempt, branch, chain);
        branch.tree().end(branch);
        route(branch.in(tree), visit.node, Set.of(NodeResult.SUCCESS), "");
    }

    /**
     * Sends a message on in a delivery of its own, as leaving the node by the label. The branch ends when the queue has
     * taken the message in. If the receipt is completed already, it ends only when the message can no longer be lost.
     */
    private void enqueue(Branch branch, int node, RuleMessage message, String label) {
        if (table.targets(node, label).length == 0) {
            branch.tree().end(branch);
            return;
        }
        RuleMessage onwards =
                message.withEntry(branch.entryBehind(chain.id(), table.node(node).id(), label));
        CompletableFuture<Void> branchEnd = submit(onwards, branch.tree().attempt());
        if (branchEnd.isDone()) {
            Throwable error =
                    branchEnd.isCompletedExceptionally() ? branchEnd.exceptionNow() : null;
            if (!isOfStop(error)) {
                enqueued(branch, node, error == null ? null : reasonOf(error));
            }
        } else {
            ActorRef<StripeCommand> self = chain.stripeOf(branch.message().originator());
            var _ =
                    branchEnd.whenComplete((_, error) -> {
                        if (!isOfStop(error)) {
                            self.tell(
                                    new StripeCommand.Enqueued(
                                            branch, node, error == null ? null : reasonOf(error)));
                        }
                    });
        }
    }

    /** A branch that meets the stop of the service stays open, so that its delivery does not end. */
    private static boolean isOfStop(@Nullable Throwable error) {
        return error != null && QueueClosedException.isCauseOf(error);
    }

    /**
     * Submits a message on behalf of an attempt.
     *
     * @return completes when the branch may end: when the queue has taken the message in, if the two share a receipt;
     *     else when the message can no longer be lost
     */
    private CompletableFuture<Void> submit(RuleMessage message, Attempt attempt) {
        Submitter submitter = new Submitter(attempt);
        Runnable share = attempt.shareReceipt();
        if (share == null) {
            return attempted(() -> equipment.intake().submit(message, submitter));
        }
        // A future completes only once, and so does the share of the receipt.
        CompletableFuture<Void> safe = new CompletableFuture<>();
        var _ = safe.whenComplete((_, _) -> share.run());
        return attempted(() ->
                        equipment.intake().submit(message, submitter, () -> safe.complete(null)))
                .whenComplete((_, error) -> {
                    if (error != null) {
                        safe.completeExceptionally(error);
                    }
                });
    }

    private static CompletableFuture<Void> attempted(Supplier<CompletionStage<Void>> submission) {
        try {
            return submission.get().toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private record Submitter(Attempt attempt) implements MessageSubmitter {

        @Override
        public boolean isWanted() {
            return !attempt.isOver();
        }

        @Override
        public @Nullable Lease lease() {
            return attempt.lease();
        }
    }

    private void enqueued(Branch branch, int node, @Nullable String error) {
        if (error == null) {
            branch.tree().end(branch);
        } else {
            route(branch, node, FAILURE_ONLY, error);
        }
    }

    private static String reasonOf(Throwable error) {
        Throwable cause = causeOf(error);
        String reason = cause.getMessage();
        return "the message could not be enqueued: " + (reason == null ? cause : reason);
    }

    private static Throwable causeOf(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null
                ? error.getCause()
                : error;
    }

    private void call(NodeVisit visit, RuleChainId target, RuleMessage message) {
        Branch.Caller caller = new Branch.Caller.Running(chain, visit.node, visit.branch.callers());
        Branch calling = passed(visit, message, "(call)").calledBy(caller, null);
        enterChain(target, calling);
    }

    private void enterChain(RuleChainId target, Branch branch) {
        equipment.gates().enter(new ChainGate.Key(chain.version().tenant(), target), branch);
    }

    private void comeBack(Branch branch, String label) {
        switch (branch.callers()) {
            case null -> branch.tree().end(branch);
            case Branch.Caller.Running(ChainHandle to, int node, Branch.Caller outer) ->
                    to.stripeOf(branch.message().originator())
                            .tell(
                                    new StripeCommand.Return(
                                            branch.calledBy(outer, null), node, label));
            case Branch.Caller.Stored(RuleChainId to, RuleNodeId node, Branch.Caller outer) ->
                    enterChain(to, branch.calledBy(outer, new Branch.Resume(node, label)));
        }
    }
}
