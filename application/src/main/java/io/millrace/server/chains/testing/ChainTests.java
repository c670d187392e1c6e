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
import io.millrace.rule.testrun.TestRunner;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.Tolerance;
import io.millrace.server.chains.version.VersionedChains;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Runs test messages through chains, and manages the test cases of chains. Calls block during a run. */
@Component
public final class ChainTests {

    /** Maximum number of test cases of a chain. */
    private static final int MOST_CASES = 200;

    private static final int RUNS_AT_ONCE = 4;
    private static final Duration TURN_LIMIT = Duration.ofSeconds(10);
    private static final Duration RUN_LIMIT = Duration.ofSeconds(20);

    private final TestRunner runner;
    private final TestCaseRepository cases;
    private final VersionedChains versions;
    private final ChainCheck check;
    private final Clock clock;
    private final Semaphore turns = new Semaphore(RUNS_AT_ONCE, true);

    ChainTests(
            TestRunner runner,
            TestCaseRepository cases,
            VersionedChains versions,
            ChainCheck check,
            Clock clock) {
        this.runner = runner;
        this.cases = cases;
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
                    "fromNodeIndex: expected the index of one of %d nodes, but got %d"
                            .formatted(chain.nodes().size(), index));
        }
        return chain.nodes().get(index).id();
    }

    /** Runs a message of an entity through a chain. */
    TestReport run(ChainVersion chain, TestInput input, EntityId originator) {
        RuleNodeId from = input.fromNodeId();
        if (from != null && chain.nodes().stream().noneMatch(node -> node.id().equals(from))) {
            throw ApiException.badRequest("fromNodeId: the chain has no node %s".formatted(from));
        }
        TestRunRequest request =
                new TestRunRequest(
                        chain,
                        from,
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
                return TestReport.of(runner.run(request));
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping");
        }
    }

    /**
     * Adds a test case to a chain.
     *
     * @param expected the expected result; null runs the chain now and uses its result
     */
    TestCase add(
            RuleChain chain,
            String name,
            TestInput input,
            EntityId originator,
            @Nullable TestExpectation expected) {
        if (cases.list(chain.id()).size() >= MOST_CASES) {
            throw ApiException.badRequest(
                    "A rule chain has at most %d test cases".formatted(MOST_CASES));
        }
        TestExpectation wanted =
                expected == null
                        ? TestExpectation.of(run(saved(chain), input, originator))
                        : expected;
        TestCase test = new TestCase(TimeOrderedUuid.next(), clock.millis(), name, input, wanted);
        try {
            cases.add(chain.id(), test);
        } catch (DuplicateKeyException _) {
            throw ApiException.badRequest(
                    "name: the rule chain already has a test case '%s'".formatted(name));
        }
        return test;
    }

    List<TestCase> list(RuleChain chain) {
        return cases.list(chain.id());
    }

    void delete(RuleChain chain, UUID id) {
        if (!cases.delete(chain.id(), id)) {
            throw ApiException.notFound("Test case with id [%s] is not found".formatted(id));
        }
    }

    /** Runs all test cases of a chain on a version. */
    TestCaseResult.All runAll(ChainVersion version) {
        return TestCaseResult.All.of(
                cases.list(version.chain()).stream()
                        .map(test ->
                                TestCaseResult.of(
                                        test,
                                        test.expected()
                                                .differences(
                                                        run(
                                                                version,
                                                                test.input(),
                                                                originatorOf(version, test)))))
                        .toList());
    }

    private static EntityId originatorOf(ChainVersion version, TestCase test) {
        TestInput.Originator originator = test.input().message().originator();
        return originator == null
                ? version.tenant().entity()
                : new EntityId(originator.type(), originator.id());
    }

    /**
     * Refuses a version that fails its test cases, if the chain's configuration has {@code testBeforeSave}.
     *
     * @throws ApiException (400) that names the failed test cases
     */
    public void requirePassed(RuleChain chain, RuleChainMetadata graph) {
        JsonNode configuration = chain.content().configuration();
        if (configuration == null || !configuration.path("testBeforeSave").asBoolean(false)) {
            return;
        }
        TestCaseResult.All all =
                runAll(
                        graph.withNodeIds()
                                .toVersion(
                                        chain.tenantId(), chain.id(), 0, chain.content().name()));
        if (!all.passed()) {
            throw ApiException.badRequest(
                    "Test cases failed: "
                            + String.join(
                                    "; ",
                                    all.results().stream()
                                            .filter(result -> !result.passed())
                                            .map(result ->
                                                    result.name()
                                                            + ": "
                                                            + String.join(
                                                                    ", ", result.differences()))
                                            .toList()));
        }
    }
}
