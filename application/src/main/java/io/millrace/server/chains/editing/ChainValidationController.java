// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.chains.rulechain.ChainBodies;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.validation.ChainFindings;
import io.millrace.server.chains.validation.MetadataDocument;
import io.millrace.server.chains.validation.ReportedFault;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The REST endpoint that checks a rule chain without saving it. */
@RestController
@Tag(name = "rule-chain")
class ChainValidationController {

    private final EntityAccess access;
    private final RuleChainRepository chains;
    private final RuleChainService service;
    private final ChainBodies bodies;

    ChainValidationController(
            EntityAccess access,
            RuleChainRepository chains,
            RuleChainService service,
            ChainBodies bodies) {
        this.access = access;
        this.chains = chains;
        this.service = service;
        this.bodies = bodies;
    }

    @PostMapping("/api/ruleChain/metadata/validate")
    @Operation(
            operationId = "validateRuleChainMetaData",
            summary = "Check nodes and connections as a save would, without saving",
            description =
                    "Takes the body of POST /api/ruleChain/metadata; without ruleChainId, checks it as a new chain. "
                            + "An addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    Report validate(
            @RequestBody @Schema(implementation = MetadataDocument.class) JsonNode body,
            @RequestParam(defaultValue = "false") boolean keepUnknown,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChainMetadata graph = bodies.metadata(caller.tenantId(), body);
        if (graph.ruleChainId() == null) {
            return Report.of(service.check(caller.tenantId(), graph, keepUnknown));
        }
        RuleChain stored = access.require(caller, chains, graph.ruleChainId().id());
        return Report.of(service.check(stored, graph, keepUnknown));
    }

    /**
     * The result of a check.
     *
     * @param errors faults for which a save would be refused; empty if it would succeed
     * @param warnings faults with which a save would succeed
     */
    record Report(List<ReportedFault> errors, List<ReportedFault> warnings) {

        static Report of(ChainFindings findings) {
            return new Report(told(findings.errors()), told(findings.warnings()));
        }

        private static List<ReportedFault> told(List<ChainFault> faults) {
            return faults.stream().map(ReportedFault::of).toList();
        }
    }
}
