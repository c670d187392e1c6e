// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantProfileId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.IdRules;
import io.millrace.server.web.security.Roles;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The routes of tenant profiles. */
@RestController
@Tag(name = "tenant-profile")
class TenantProfileController {

    private final TenantProfileRepository profiles;
    private final TenantProfileService service;

    TenantProfileController(TenantProfileRepository profiles, TenantProfileService service) {
        this.profiles = profiles;
        this.service = service;
    }

    @GetMapping("/api/tenantProfile/{tenantProfileId}")
    @Operation(operationId = "getTenantProfileById", summary = "Get a tenant profile")
    @Roles.SystemAdmin
    TenantProfile get(@PathVariable UUID tenantProfileId) {
        return require(tenantProfileId);
    }

    @GetMapping("/api/tenantProfileInfo/{tenantProfileId}")
    @Operation(
            operationId = "getTenantProfileInfoById",
            summary = "Get the short form of a tenant profile")
    @Roles.SystemAdmin
    TenantProfileInfo info(@PathVariable UUID tenantProfileId) {
        return TenantProfileInfo.of(require(tenantProfileId));
    }

    @GetMapping("/api/tenantProfileInfo/default")
    @Operation(
            operationId = "getDefaultTenantProfileInfo",
            summary = "Get the short form of the default tenant profile")
    @Roles.SystemAdmin
    TenantProfileInfo defaultInfo() {
        return TenantProfileInfo.of(profiles.findDefault());
    }

    @GetMapping(path = "/api/tenantProfiles", params = "!ids")
    @Operation(operationId = "getTenantProfiles", summary = "List tenant profiles")
    @Roles.SystemAdmin
    PageData<TenantProfile> list(@ParameterObject PageLink link) {
        return profiles.list(link);
    }

    @GetMapping("/api/tenantProfiles/list")
    @Operation(
            operationId = "getTenantProfileList",
            summary = "Get the tenant profiles with the given ids")
    @Roles.SystemAdmin
    List<TenantProfile> byIds(@RequestParam List<UUID> ids) {
        return profiles.find(IdRules.limited("ids", ids));
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/tenantProfiles", params = "ids")
    @Hidden
    @Roles.SystemAdmin
    List<TenantProfile> byIdsInList(@RequestParam List<UUID> ids) {
        return byIds(ids);
    }

    @GetMapping("/api/tenantProfileInfos")
    @Operation(
            operationId = "getTenantProfileInfos",
            summary = "List the short forms of tenant profiles")
    @Roles.SystemAdmin
    PageData<TenantProfileInfo> infos(@ParameterObject PageLink link) {
        return profiles.list(link).map(TenantProfileInfo::of);
    }

    @PostMapping("/api/tenantProfile")
    @Operation(
            operationId = "saveTenantProfile",
            summary = "Add a tenant profile, or change one",
            description =
                    "profileData.configuration takes ThingsBoard's keys, and weight: the tenant's share of the engine,"
                            + " above 0, at most 100; 1 if it is missing. The queues of queueConfiguration are read as those of /api/queues,"
                            + " with warnings about values that are read as others.")
    @Roles.SystemAdmin
    SavedTenantProfile save(@RequestBody TenantProfileRequest body) {
        TenantProfileContent content = body.content();
        return body.id() == null
                ? new SavedTenantProfile(service.add(content), content.queues().warnings())
                : service.change(require(body.id().id()), content, body.version());
    }

    @PostMapping("/api/tenantProfile/{tenantProfileId}/default")
    @Operation(
            operationId = "setDefaultTenantProfile",
            summary = "Make a tenant profile the default one")
    @Roles.SystemAdmin
    TenantProfile makeDefault(@PathVariable UUID tenantProfileId) {
        return service.makeDefault(new TenantProfileId(tenantProfileId));
    }

    @DeleteMapping("/api/tenantProfile/{tenantProfileId}")
    @Operation(
            operationId = "deleteTenantProfile",
            summary = "Delete a tenant profile that is neither in use nor the default one")
    @Roles.SystemAdmin
    void delete(@PathVariable UUID tenantProfileId) {
        service.delete(require(tenantProfileId));
    }

    private TenantProfile require(UUID id) {
        return profiles.find(id)
                .orElseThrow(() -> TenantProfileService.notFound(new TenantProfileId(id)));
    }
}
