// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.chains.rulechain.ChainBodies;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.validation.MetadataDocument;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The REST endpoints for test runs and test cases of rule chains. Runs have no real effects. */
@RestController
@Tag(name = "rule-chain-test")
class TestRunController {

    private final EntityAccess access;
    private final RuleChainRepository chains;
    private final ChainBodies bodies;
    private final TestRuns runs;
    private final ChainTests tests;

    TestRunController(
            EntityAccess access,
            RuleChainRepository chains,
            ChainBodies bodies,
            TestRuns runs,
            ChainTests tests) {
        this.access = access;
        this.chains = chains;
        this.bodies = bodies;
        this.runs = runs;
        this.tests = tests;
    }

    /**
     * A request for a test run.
     *
     * @param ruleChainId the chain; null if the draft contains the id, or for a new chain
     * @param metadata a draft of the chain's nodes and connections; null for the saved ones
     * @param fromNodeIndex index of the node that the message enters; null for {@code fromNodeId}, or else the first
     *     node
     */
    @Schema(name = "TestRunRequest")
    record RunRequest(
            @Nullable RuleChainId ruleChainId,
            @Schema(implementation = MetadataDocument.class) @Nullable JsonNode metadata,
            @Required TestInput.@Nullable Message message,
            @Nullable Integer fromNodeIndex,
            @Nullable RuleNodeId fromNodeId,
            @Nullable Map<String, TestInput.Answer> replies) {}

    /**
     * A request to add or change a test case.
     *
     * @param id the test case to change; null to add one
     * @param expected the expected result; null uses the result of a run of the saved chain now, which must not fail
     */
    @Schema(name = "TestCaseRequest")
    record CaseRequest(
            @Nullable UUID id,
            @Required @Nullable String name,
            TestInput.@Nullable Message message,
            @Nullable Integer fromNodeIndex,
            @Nullable RuleNodeId fromNodeId,
            @Nullable Map<String, TestInput.Answer> replies,
            @Nullable TestExpectation expected) {}

    @PostMapping("/api/ruleChain/testRun")
    @Operation(
            operationId = "runRuleChainTest",
            summary =
                    "Run a test message through a saved or unsaved rule chain, and report what it would do")
    @Roles.TenantAdmin
    TestReport run(@RequestBody RunRequest request, @AuthenticationPrincipal SecurityUser caller) {
        ChainVersion version = versionOf(request, caller);
        TestInput input =
                new TestInput(
                        message(request.message()),
                        from(version, request.fromNodeIndex(), request.fromNodeId()),
                        request.replies());
        return TestReport.of(runs.run(version, input, originator(caller, input)));
    }

    private ChainVersion versionOf(RunRequest request, SecurityUser caller) {
        JsonNode draft = request.metadata();
        RuleChainMetadata graph =
                draft == null || draft.isNull() ? null : bodies.metadata(caller.tenantId(), draft);
        RuleChainId id =
                request.ruleChainId() == null && graph != null
                        ? graph.ruleChainId()
                        : request.ruleChainId();
        RuleChain chain = id == null ? null : access.require(caller, chains, id.id());
        if (graph != null) {
            return runs.draft(caller.tenantId(), chain, graph);
        }
        if (chain == null) {
            throw ApiException.badRequest(
                    "ruleChainId: expected the id of a rule chain, or metadata; both are missing");
        }
        return runs.saved(chain);
    }

    private static TestInput.Message message(TestInput.@Nullable Message message) {
        if (message == null) {
            throw ApiException.badRequest("message: expected a message; it is missing");
        }
        return message;
    }

    private static @Nullable RuleNodeId from(
            ChainVersion version, @Nullable Integer index, @Nullable RuleNodeId id) {
        return index == null ? id : TestRuns.nodeAt(version, index);
    }

    private EntityId originator(SecurityUser caller, TestInput input) {
        TestInput.Originator originator = input.message().originator();
        return originator == null
                ? caller.tenantId().entity()
                : access.require(caller, originator.type(), originator.id()).entityId();
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/testCases")
    @Operation(
            operationId = "getRuleChainTestCases",
            summary = "List the test cases of a rule chain")
    @Roles.TenantAdmin
    List<TestCase> list(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        return tests.list(access.require(caller, chains, ruleChainId));
    }

    @PostMapping("/api/ruleChain/{ruleChainId}/testCases")
    @Operation(
            operationId = "saveRuleChainTestCase",
            summary = "Add a test case to a rule chain, or change one",
            description =
                    "With an id, the test case of that id is changed. Without expected, the result of a run of the saved "
                            + "chain becomes the expectation; if that run fails, the request is refused with 400. A "
                            + "message that fails is expected only by outcome FAILED.")
    @Roles.TenantAdmin
    TestCase save(
            @PathVariable UUID ruleChainId,
            @RequestBody CaseRequest request,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        TestInput input =
                new TestInput(
                        message(request.message()),
                        from(runs.saved(chain), request.fromNodeIndex(), request.fromNodeId()),
                        request.replies());
        return tests.save(
                chain,
                request.id(),
                NameRules.requireName("name", request.name()),
                input,
                originator(caller, input),
                request.expected());
    }

    @DeleteMapping("/api/ruleChain/{ruleChainId}/testCases/{testCaseId}")
    @Operation(
            operationId = "deleteRuleChainTestCase",
            summary = "Delete a test case of a rule chain")
    @Roles.TenantAdmin
    void delete(
            @PathVariable UUID ruleChainId,
            @PathVariable UUID testCaseId,
            @AuthenticationPrincipal SecurityUser caller) {
        tests.delete(access.require(caller, chains, ruleChainId), testCaseId);
    }

    @PostMapping("/api/ruleChain/{ruleChainId}/testCases/run")
    @Operation(
            operationId = "runRuleChainTestCases",
            summary =
                    "Run all test cases of a rule chain, or one, on the nodes in the body or on the saved nodes")
    @Roles.TenantAdmin
    TestCaseResult.All runAll(
            @PathVariable UUID ruleChainId,
            @RequestParam(required = false) @Nullable UUID testCaseId,
            @RequestBody(required = false) @Schema(implementation = MetadataDocument.class)
                    @Nullable JsonNode draft,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        ChainVersion version =
                draft == null || draft.isNull()
                        ? runs.saved(chain)
                        : runs.draft(
                                caller.tenantId(),
                                chain,
                                bodies.metadata(caller.tenantId(), draft));
        return testCaseId == null
                ? tests.runAll(version)
                : tests.runOne(chain, testCaseId, version);
    }
}
