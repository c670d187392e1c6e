// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Manages and runs the test cases of chains. Calls block during a run. */
@Component
public final class ChainTests {

    /** Maximum number of test cases of a chain. */
    private static final int MOST_CASES = 200;

    private static final String NO_BEGINNING =
            "fromNodeId: the node where the case begins no longer exists";

    private final TestRuns runs;
    private final TestCaseRepository cases;
    private final Clock clock;

    ChainTests(TestRuns runs, TestCaseRepository cases, Clock clock) {
        this.runs = runs;
        this.cases = cases;
        this.clock = clock;
    }

    /**
     * Adds a test case to a chain, or changes one.
     *
     * @param id the test case to change; null to add one
     * @param expected the expected result; null runs the saved chain now and expects its result
     * @throws ApiException (400) if the expectation is not explicit: it is empty, or it is missing and the message fails
     */
    TestCase save(
            RuleChain chain,
            @Nullable UUID id,
            String name,
            TestInput input,
            EntityId originator,
            @Nullable TestExpectation expected) {
        TestCase former = id == null ? null : require(chain, id);
        if (former == null && cases.list(chain.id()).size() >= MOST_CASES) {
            throw ApiException.badRequest(
                    "A rule chain has at most %d test cases".formatted(MOST_CASES));
        }
        TestExpectation wanted =
                expected == null
                        ? ExpectationRules.from(runs.run(runs.saved(chain), input, originator))
                        : ExpectationRules.require(expected);
        try {
            if (former == null) {
                TestCase added =
                        new TestCase(TimeOrderedUuid.next(), clock.millis(), name, input, wanted);
                cases.add(chain.id(), added);
                return added;
            }
            TestCase changed = new TestCase(former.id(), former.createdTime(), name, input, wanted);
            if (!cases.update(chain.id(), changed)) {
                throw notFound(former.id());
            }
            return changed;
        } catch (DuplicateKeyException _) {
            throw ApiException.badRequest(
                    "name: the rule chain already has a test case '%s'".formatted(name));
        }
    }

    List<TestCase> list(RuleChain chain) {
        return cases.list(chain.id());
    }

    void delete(RuleChain chain, UUID id) {
        if (!cases.delete(chain.id(), id)) {
            throw notFound(id);
        }
    }

    private TestCase require(RuleChain chain, UUID id) {
        return cases.find(chain.id(), id).orElseThrow(() -> notFound(id));
    }

    private static ApiException notFound(UUID id) {
        return ApiException.notFound("Test case with id [%s] is not found".formatted(id));
    }

    /** Runs one test case of a chain on a version of it. */
    TestCaseResult.All runOne(RuleChain chain, UUID id, ChainVersion version) {
        return TestCaseResult.All.of(List.of(run(version, require(chain, id))));
    }

    /** Runs all test cases of a chain on a version of it. */
    TestCaseResult.All runAll(ChainVersion version) {
        return TestCaseResult.All.of(
                cases.list(version.chain()).stream().map(test -> run(version, test)).toList());
    }

    private TestCaseResult run(ChainVersion version, TestCase test) {
        return TestCaseResult.of(
                test,
                test.input().beginsIn(version)
                        ? test.expected()
                                .differences(
                                        runs.run(
                                                version, test.input(), originatorOf(version, test)))
                        : List.of(NO_BEGINNING));
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
     * @throws ApiException (400) that names the failed test cases and has their results under {@code testCases}
     */
    public void requirePassed(RuleChain chain, RuleChainMetadata graph) {
        JsonNode configuration = chain.content().configuration();
        if (configuration == null || !configuration.path("testBeforeSave").asBoolean(false)) {
            return;
        }
        List<TestCaseResult> failed =
                runAll(
                                graph.withNodeIds()
                                        .toVersion(
                                                chain.tenantId(),
                                                chain.id(),
                                                0,
                                                chain.content().name()))
                        .results()
                        .stream()
                        .filter(result -> !result.passed())
                        .toList();
        if (!failed.isEmpty()) {
            throw ApiException.badRequest(
                    "Test cases failed: "
                            + String.join("; ", failed.stream().map(ChainTests::sentence).toList()),
                    Map.of("testCases", failed));
        }
    }

    private static String sentence(TestCaseResult failed) {
        return failed.name() + ": " + String.join(", ", failed.differences());
    }
}
