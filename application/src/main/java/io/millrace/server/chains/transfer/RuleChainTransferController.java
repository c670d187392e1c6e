// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import io.millrace.server.chains.editing.ChainActions;
import io.millrace.server.chains.editing.MetadataView;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The REST endpoints for export and import of rule chains. */
@RestController
@Tag(name = "rule-chain")
class RuleChainTransferController {

    private final RuleChainExport exports;
    private final RuleChainImport imports;
    private final MetadataView view;
    private final ChainActions actions;

    RuleChainTransferController(
            RuleChainExport exports,
            RuleChainImport imports,
            MetadataView view,
            ChainActions actions) {
        this.exports = exports;
        this.imports = imports;
        this.view = view;
        this.actions = actions;
    }

    @GetMapping("/api/ruleChains/export")
    @Operation(
            operationId = "exportRuleChains",
            summary = "Export rule chains with their nodes and connections")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = ExportedChains.class)))
    @Roles.TenantAdmin
    JsonNode export(@RequestParam int limit, @AuthenticationPrincipal SecurityUser caller) {
        return exports.export(caller.tenantId(), limit);
    }

    @PostMapping("/api/ruleChains/import")
    @Operation(
            operationId = "importRuleChains",
            summary = "Import exported rule chains, all or none",
            description =
                    "With keepUnknown=true, nodes of unknown types are kept as placeholders, which send every "
                            + "message to Failure. keepUnknown is an addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    List<RuleChainImportResult> importAll(
            @RequestBody @Schema(implementation = ExportedChains.class) JsonNode body,
            @RequestParam(defaultValue = "false") boolean overwrite,
            @RequestParam(defaultValue = "false") boolean keepUnknown,
            @RequestParam(required = false) @Nullable String comment,
            @AuthenticationPrincipal SecurityUser caller) {
        List<ImportedChain> imported =
                imports.importAll(Edit.of(caller, comment), body, overwrite, keepUnknown);
        for (ImportedChain each : imported) {
            if (each.replaced()) {
                actions.updated(caller, each.chain());
            } else {
                actions.created(caller, each.chain());
            }
        }
        return imported.stream()
                .map(each ->
                        each.result(
                                view.warnings(caller.tenantId(), imports.graphOf(each.chain()))))
                .toList();
    }

    @PostMapping("/api/ruleChain/import")
    @Operation(
            operationId = "importRuleChain",
            summary = "Import the file of one rule chain",
            description =
                    "Takes the file that a rule chain editor exports, {\"ruleChain\": …, \"metadata\": …}, and "
                            + "creates a new chain from it. With keepUnknown=true, nodes of unknown types are kept as "
                            + "placeholders, which send every message to Failure. An addition to ThingsBoard's API.")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = ExportedChains.Imported.class)))
    @Roles.TenantAdmin
    JsonNode importOne(
            @RequestBody @Schema(implementation = ExportedChains.File.class) JsonNode body,
            @RequestParam(defaultValue = "false") boolean keepUnknown,
            @RequestParam(required = false) @Nullable String comment,
            @AuthenticationPrincipal SecurityUser caller) {
        RuleChain imported = imports.importOne(Edit.of(caller, comment), body, keepUnknown);
        actions.created(caller, imported);
        return view.of(imported, imports.graphOf(imported));
    }
}
