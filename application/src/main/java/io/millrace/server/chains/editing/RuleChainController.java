// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.server.chains.rulechain.ChainBodies;
import io.millrace.server.chains.rulechain.ChangedChains;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.validation.MetadataDocument;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdRules;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The REST endpoints for rule chains, their nodes and connections. */
@RestController
@Tag(name = "rule-chain")
class RuleChainController {

    private final EntityAccess access;
    private final RuleChainRepository chains;
    private final RuleChainService service;
    private final ChainBodies bodies;
    private final MetadataView view;
    private final ChainActions actions;

    RuleChainController(
            EntityAccess access,
            RuleChainRepository chains,
            RuleChainService service,
            ChainBodies bodies,
            MetadataView view,
            ChainActions actions) {
        this.access = access;
        this.chains = chains;
        this.service = service;
        this.bodies = bodies;
        this.view = view;
        this.actions = actions;
    }

    @GetMapping("/api/ruleChain/{ruleChainId}")
    @Operation(operationId = "getRuleChainById", summary = "Get a rule chain")
    @Roles.TenantAdmin
    RuleChainHeader get(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, chains, ruleChainId).header();
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/metadata")
    @Operation(
            operationId = "getRuleChainMetaData",
            summary = "Get the nodes and connections of a rule chain")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = MetadataDocument.class)))
    @Roles.TenantAdmin
    JsonNode metadata(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        return view.of(chain.tenantId(), service.metadataOf(chain));
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/output/labels")
    @Operation(
            operationId = "getRuleChainOutputLabels",
            summary = "List the labels with which a rule chain returns messages to its callers")
    @Roles.TenantAdmin
    List<String> outputLabels(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        return service.outputLabels(access.require(caller, chains, ruleChainId));
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/output/labels/usage")
    @Operation(
            operationId = "getRuleChainOutputLabelsUsage",
            summary = "List the nodes that call a rule chain, with the labels that leave them")
    @Roles.TenantAdmin
    List<OutputLabelsUsage> outputLabelsUsage(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        return service.outputLabelsUsage(access.require(caller, chains, ruleChainId));
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/usedBy")
    @Operation(
            operationId = "getRuleChainUsers",
            summary = "List what sends messages into a rule chain: nodes and profiles",
            description = "An addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    ChainUsers usedBy(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        return service.usersOf(access.require(caller, chains, ruleChainId));
    }

    @GetMapping(path = "/api/ruleChains", params = "!ruleChainIds")
    @Operation(operationId = "getRuleChains", summary = "List rule chains")
    @Roles.TenantAdmin
    PageData<RuleChainHeader> list(
            @ParameterObject PageLink link,
            @RequestParam(defaultValue = "CORE") RuleChainType type,
            @AuthenticationPrincipal SecurityUser caller) {
        return chains.list(caller.tenantId(), type, link).map(RuleChain::header);
    }

    @GetMapping("/api/ruleChains/list")
    @Operation(
            operationId = "getRuleChainsByIds",
            summary = "Get those of the rule chains that exist")
    @Roles.TenantAdmin
    List<RuleChainHeader> some(
            @RequestParam List<UUID> ruleChainIds, @AuthenticationPrincipal SecurityUser caller) {
        return chains
                .findAll(caller.tenantId(), IdRules.limited("ruleChainIds", ruleChainIds))
                .stream()
                .map(RuleChain::header)
                .toList();
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/ruleChains", params = "ruleChainIds")
    @Hidden
    @Roles.TenantAdmin
    List<RuleChainHeader> someInList(
            @RequestParam List<UUID> ruleChainIds, @AuthenticationPrincipal SecurityUser caller) {
        return some(ruleChainIds, caller);
    }

    @PostMapping("/api/ruleChain")
    @Operation(
            operationId = "saveRuleChain",
            summary =
                    "Create a rule chain without nodes, or update the properties of a chain other than its "
                            + "nodes")
    @Roles.TenantAdmin
    RuleChainHeader save(
            @RequestBody @Schema(implementation = RuleChainHeader.class) JsonNode body,
            @RequestParam(required = false) @Nullable String comment,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChainHeader header = bodies.header(body);
        RuleChainContent content = RuleChainContent.of(header);
        if (header.id() == null) {
            RuleChain created = service.create(Edit.of(caller, comment), content);
            actions.created(caller, created);
            return created.header();
        }
        RuleChain stored = access.require(caller, chains, header.id().id());
        RuleChain changed =
                service.change(stored.tenantId(), stored.id(), content, header.version());
        actions.updated(caller, changed);
        return changed.header();
    }

    @PostMapping("/api/ruleChain/metadata")
    @Operation(
            operationId = "saveRuleChainMetaData",
            summary = "Save the nodes and connections of a rule chain as a new version",
            description =
                    "With keepUnknown=true, nodes of unknown types are kept as placeholders, which send every "
                            + "message to Failure. Types that the chain already has as placeholders need no "
                            + "parameter. keepUnknown is an addition to ThingsBoard's API.")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = MetadataDocument.class)))
    @Roles.TenantAdmin
    JsonNode saveMetadata(
            @RequestBody @Schema(implementation = MetadataDocument.class) JsonNode body,
            @RequestParam(defaultValue = "true") boolean updateRelated,
            @RequestParam(defaultValue = "false") boolean keepUnknown,
            @RequestParam(required = false) @Nullable String comment,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChainMetadata wanted = bodies.metadata(caller.tenantId(), body);
        if (wanted.ruleChainId() == null) {
            throw ApiException.badRequest(
                    "ruleChainId: expected the id of a rule chain; it is missing");
        }
        RuleChain stored = access.require(caller, chains, wanted.ruleChainId().id());
        ChangedChains changed =
                service.saveMetadata(
                        Edit.of(caller, comment), stored, wanted, updateRelated, keepUnknown);
        actions.updated(caller, changed);
        return view.of(stored.tenantId(), service.metadataOf(changed.chain()));
    }

    @PostMapping("/api/ruleChain/device/default")
    @Operation(
            operationId = "saveDefaultRuleChain",
            summary = "Create a rule chain with the nodes of the default root chain")
    @Roles.TenantAdmin
    RuleChainHeader saveDefault(
            @RequestBody DefaultRequest body,
            @RequestParam(required = false) @Nullable String comment,
            @AuthenticationPrincipal SecurityUser caller) {
        String name = NameRules.requireName("name", body.name());
        RuleChain created = service.createFromTemplate(Edit.of(caller, comment), name);
        actions.created(caller, created);
        return created.header();
    }

    @PostMapping("/api/ruleChain/{ruleChainId}/root")
    @Operation(
            operationId = "setRootRuleChain",
            summary = "Make a rule chain the tenant's root chain")
    @Roles.TenantAdmin
    RuleChainHeader makeRoot(
            @PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        RuleChain stored = access.require(caller, chains, ruleChainId);
        ChangedChains changed = service.makeRoot(stored.tenantId(), stored.id());
        if (!stored.state().root()) {
            actions.updated(caller, changed);
        }
        return changed.chain().header();
    }

    @DeleteMapping("/api/ruleChain/{ruleChainId}")
    @Operation(operationId = "deleteRuleChain", summary = "Delete a rule chain")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID ruleChainId, @AuthenticationPrincipal SecurityUser caller) {
        RuleChain stored = access.require(caller, chains, ruleChainId);
        Runnable tell = actions.deletion(caller, stored);
        service.delete(stored.tenantId(), stored.id());
        tell.run();
    }

    /** The name of a chain that is created from the template. */
    @Schema(name = "DefaultRuleChainCreateRequest")
    record DefaultRequest(@Required @Nullable String name) {}
}
