// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.system.ActorSystem;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.EnginePorts;
import io.millrace.rule.engine.EngineSettings;
import io.millrace.rule.engine.NodeKind;
import io.millrace.rule.engine.NodeStarter;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.testrun.TestRunRequest.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run: an engine of its own, with one stripe, over the given chain. Messages that continue in a separate delivery,
 * such as after an "acknowledge" or a "checkpoint" node, continue in the run.
 */
final class TestRun implements AutoCloseable {

    private static final EngineSettings SETTINGS =
            new EngineSettings(
                    1,
                    EngineSettings.DEFAULTS.maxNodesPerMessage(),
                    EngineSettings.DEFAULTS.nodeStartLimit(),
                    EngineSettings.DEFAULTS.inactivityTimeout(),
                    EngineSettings.DEFAULTS.maxInNode(),
                    EngineSettings.DEFAULTS.breaker(),
                    EngineSettings.DEFAULTS.unloadAfter());
    private static final int MOST_DELIVERIES = 1_000;

    private final TestRunRequest request;
    private final Recorder recorder = new Recorder();
    private final List<RunAttempt> attempts = new ArrayList<>();
    private final Dispatcher dispatcher = Dispatchers.virtualThreads("test-run");
    private final ActorSystem actors;
    private final RuleEngine engine;

    TestRun(
            TestRunRequest request,
            Function<NodePorts, NodeCatalogue> catalogues,
            NodePorts ports,
            RuleChainStore chains) {
        this.request = request;
        this.actors = ActorSystem.builder("test-run").dispatcher(dispatcher).build();
        this.engine =
                new RuleEngine(
                        SETTINGS,
                        actors,
                        new EnginePorts(
                                new WithDraft(request.chain(), chains),
                                new Recorded(catalogues, ports),
                                ports.attributes(),
                                this::continueRun),
                        ports.clock(),
                        recorder);
    }

    TestRunResult run() throws InterruptedException {
        RuleNodeId from = request.from();
        RuleChainId chain = request.chain().chain();
        EntryPoint entry =
                from == null ? EntryPoint.firstNodeOf(chain) : EntryPoint.at(chain, from);
        engine.process(begin(request.message().withEntry(entry)));
        AttemptResult end = awaitAll();
        return new TestRunResult(recorder.steps(), recorder.effects(), end, recorder.isTruncated());
    }

    private synchronized RunAttempt begin(RuleMessage message) {
        RunAttempt attempt = new RunAttempt(message, this::begin);
        attempts.add(attempt);
        return attempt;
    }

    private synchronized List<RunAttempt> attempts() {
        return List.copyOf(attempts);
    }

    /**
     * Continues a message that a node enqueued to continue after it, when the attempts before have ended, so that the step
     * of that node comes first. Messages for the first node of a chain are only recorded.
     */
    private CompletionStage<Void> continueRun(RuleMessage message) {
        EntryPoint entry = message.entry();
        if (entry != null && entry.node() != null && attempts().size() < MOST_DELIVERIES) {
            startAfterOthers(message);
        }
        return CompletableFuture.completedStage(null);
    }

    private synchronized void startAfterOthers(RuleMessage message) {
        RunAttempt before = attempts.getLast();
        RunAttempt next = begin(message);
        var _ = before.result().whenComplete((_, _) -> engine.process(next));
    }

    /** Waits for all attempts. An attempt adds further ones before it ends, so none is missed. */
    private AttemptResult awaitAll() throws InterruptedException {
        long giveUpAt = System.nanoTime() + request.limit().toNanos();
        AttemptResult end = null;
        for (int i = 0; i < attempts().size(); i++) {
            AttemptResult result = await(attempts().get(i), giveUpAt);
            if (end == null || !(end instanceof AttemptResult.Failed)) {
                end = worse(end, result);
            }
        }
        if (end == null) {
            throw new IllegalStateException("the run has no attempt");
        }
        return end;
    }

    private static AttemptResult worse(@Nullable AttemptResult former, AttemptResult result) {
        if (former == null
                || result instanceof AttemptResult.Failed
                || former instanceof AttemptResult.DoneWithoutEffect) {
            return result;
        }
        return former;
    }

    private AttemptResult await(RunAttempt attempt, long giveUpAt) throws InterruptedException {
        try {
            return attempt.result()
                    .get(Math.max(0, giveUpAt - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            attempt.giveUp("the run did not end within " + request.limit().toSeconds() + " s");
            return attempt.result().join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an attempt completed exceptionally", e);
        }
    }

    @Override
    public void close() {
        engine.close();
        actors.close();
        dispatcher.close();
    }

    /** The chains of a tenant, with the chain to be run in place of the stored one. */
    private record WithDraft(ChainVersion draft, RuleChainStore chains) implements RuleChainStore {

        @Override
        public Optional<ChainVersion> root(TenantId tenant) {
            return chains.root(tenant);
        }

        @Override
        public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
            boolean isDraft = chain.equals(draft.chain()) && tenant.equals(draft.tenant());
            return isDraft ? Optional.of(draft) : chains.find(tenant, chain);
        }
    }

    /** Starts each node with ports that record its effects. */
    private final class Recorded implements NodeStarter {

        private final Function<NodePorts, NodeCatalogue> catalogues;
        private final NodePorts ports;
        private final NodeCatalogue types;

        Recorded(Function<NodePorts, NodeCatalogue> catalogues, NodePorts ports) {
            this.catalogues = catalogues;
            this.ports = ports;
            this.types = catalogues.apply(ports);
        }

        @Override
        public StartedNode start(ChainNode definition, NodeIdentity identity) throws Exception {
            Reply reply = request.replies().getOrDefault(definition.name(), Reply.EMPTY);
            NodePorts recording =
                    new RecordingPorts(ports, identity, recorder, TestRun.this::continueRun, reply)
                            .ports();
            return new StartedNode(
                    catalogues.apply(recording).create(definition, identity),
                    types.find(definition.type())
                            .map(known -> known.type().effect())
                            .orElse(false));
        }

        @Override
        public NodeKind kindOf(ChainNode definition) {
            return types.find(definition.type())
                    .map(known -> new NodeKind(known.type().id(), known.type().waitsForStore()))
                    .orElse(NodeKind.UNKNOWN);
        }
    }
}
