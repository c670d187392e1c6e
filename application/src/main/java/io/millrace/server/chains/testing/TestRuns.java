// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.testrun.TestRunRequest;
import io.millrace.rule.testrun.TestRunResult;
import io.millrace.rule.testrun.TestRunner;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.Tolerance;
import io.millrace.server.chains.version.VersionedChains;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Runs test messages through chains, a few at a time. Calls block during a run. */
@Component
final class TestRuns {

    private static final int RUNS_AT_ONCE = 4;
    private static final Duration TURN_LIMIT = Duration.ofSeconds(10);
    private static final Duration RUN_LIMIT = Duration.ofSeconds(20);

    private final TestRunner runner;
    private final VersionedChains versions;
    private final ChainCheck check;
    private final Clock clock;
    private final Semaphore turns = new Semaphore(RUNS_AT_ONCE, true);

    TestRuns(TestRunner runner, VersionedChains versions, ChainCheck check, Clock clock) {
        this.runner = runner;
        this.versions = versions;
        this.check = check;
        this.clock = clock;
    }

    /** Returns the current saved version of a chain. */
    ChainVersion saved(RuleChain chain) {
        return versions.graphOf(chain)
                .toVersion(
                        chain.tenantId(),
                        chain.id(),
                        chain.state().currentVersion(),
                        chain.content().name());
    }

    /**
     * Returns a draft as a version that can be run.
     *
     * @param chain the chain that the draft would change; null for a new chain
     * @throws ApiException (400) with all faults of the draft
     */
    ChainVersion draft(TenantId tenant, @Nullable RuleChain chain, RuleChainMetadata graph) {
        RuleChainId id = chain == null ? new RuleChainId(TimeOrderedUuid.next()) : chain.id();
        RuleChainMetadata checked = check.require(tenant, id, graph, Tolerance.ALL).withNodeIds();
        return checked.toVersion(tenant, id, 0, chain == null ? "draft" : chain.content().name());
    }

    /** Returns the id of the node at an index; null for null. */
    static @Nullable RuleNodeId nodeAt(ChainVersion chain, @Nullable Integer index) {
        if (index == null) {
            return null;
        }
        if (index < 0 || index >= chain.nodes().size()) {
            throw ApiException.badRequest(
                    "fromNodeIndex: expected the index of one of %d nodes, got %d"
                            .formatted(chain.nodes().size(), index));
        }
        return chain.nodes().get(index).id();
    }

    /** Runs a message of an entity through a chain. */
    TestRunResult run(ChainVersion chain, TestInput input, EntityId originator) {
        if (!input.beginsIn(chain)) {
            throw ApiException.badRequest(
                    "fromNodeId: the chain has no node %s".formatted(input.fromNodeId()));
        }
        TestRunRequest request =
                new TestRunRequest(
                        chain,
                        input.fromNodeId(),
                        input.messageOf(chain.tenant(), originator, clock.millis()),
                        input.answers(),
                        RUN_LIMIT);
        try {
            if (!turns.tryAcquire(TURN_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ApiException.tooManyRequests(
                        "%d test runs are already running; try again later"
                                .formatted(RUNS_AT_ONCE));
            }
            try {
                return runner.run(request);
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping");
        }
    }
}
