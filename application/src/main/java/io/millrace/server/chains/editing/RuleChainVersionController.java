// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.server.chains.rulechain.ChangedChains;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.validation.MetadataDocument;
import io.millrace.server.chains.version.ChainComparison;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.chains.version.RuleChainVersion;
import io.millrace.server.chains.version.RuleChainVersionRepository;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The REST endpoints for versions of rule chains. An addition to ThingsBoard's API. */
@RestController
@Tag(name = "rule-chain-version")
class RuleChainVersionController {

    private final EntityAccess access;
    private final RuleChainRepository chains;
    private final RuleChainVersionRepository versions;
    private final RuleChainService service;
    private final MetadataView view;
    private final ChainActions actions;

    RuleChainVersionController(
            EntityAccess access,
            RuleChainRepository chains,
            RuleChainVersionRepository versions,
            RuleChainService service,
            MetadataView view,
            ChainActions actions) {
        this.access = access;
        this.chains = chains;
        this.versions = versions;
        this.service = service;
        this.view = view;
        this.actions = actions;
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/versions")
    @Operation(
            operationId = "getRuleChainVersions",
            summary = "List the versions of a rule chain, the latest first",
            description = "textSearch searches comments and names of authors.")
    @Roles.TenantAdmin
    PageData<RuleChainVersion> list(
            @PathVariable UUID ruleChainId,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        return versions.list(access.require(caller, chains, ruleChainId).id(), link);
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/versions/{number}")
    @Operation(
            operationId = "getRuleChainVersion",
            summary = "Get the nodes and connections of a version, as they were saved")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = MetadataDocument.class)))
    @Roles.TenantAdmin
    JsonNode get(
            @PathVariable UUID ruleChainId,
            @PathVariable long number,
            @AuthenticationPrincipal SecurityUser caller) {
        return service.version(access.require(caller, chains, ruleChainId), number).toJson();
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/versions/{from}/compare/{to}")
    @Operation(
            operationId = "compareRuleChainVersions",
            summary =
                    "Compare two versions of a rule chain: list what was added, changed and removed",
            description = "Nodes are matched by their ids, connections by their ends and labels.")
    @Roles.TenantAdmin
    ChainComparison compare(
            @PathVariable UUID ruleChainId,
            @PathVariable long from,
            @PathVariable long to,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        return ChainComparison.of(
                from, service.version(chain, from), to, service.version(chain, to));
    }

    @PostMapping("/api/ruleChain/{ruleChainId}/versions/{number}/restore")
    @Operation(
            operationId = "restoreRuleChainVersion",
            summary = "Restore the nodes and connections of a version, as a new version",
            description =
                    "Nodes keep their ids. With version, answers 409 if the chain's metadata has another "
                            + "version now.")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = MetadataDocument.class)))
    @Roles.TenantAdmin
    JsonNode restore(
            @PathVariable UUID ruleChainId,
            @PathVariable long number,
            @RequestParam(required = false) @Nullable Long version,
            @RequestParam(required = false) @Nullable String comment,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        ChangedChains changed = service.restore(Edit.of(caller, comment), chain, number, version);
        actions.updated(caller, changed);
        return view.of(chain.tenantId(), service.metadataOf(changed.chain()));
    }
}
