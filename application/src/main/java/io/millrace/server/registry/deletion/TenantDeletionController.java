// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.server.registry.tenant.TenantRepository;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The route that deletes a tenant. */
@RestController
@Tag(name = "tenant")
class TenantDeletionController {

    private final EntityAccess access;
    private final TenantRepository tenants;
    private final TenantDeletion deletion;

    TenantDeletionController(
            EntityAccess access, TenantRepository tenants, TenantDeletion deletion) {
        this.access = access;
        this.tenants = tenants;
        this.deletion = deletion;
    }

    @DeleteMapping("/api/tenant/{tenantId}")
    @Operation(
            operationId = "deleteTenant",
            summary = "Delete a tenant with all its entities and data",
            description =
                    "Its users, devices and chains are deleted before the response; their data is erased in the background.")
    @Roles.SystemAdmin
    void delete(@PathVariable UUID tenantId, @AuthenticationPrincipal SecurityUser caller) {
        deletion.delete(access.require(caller, tenants, tenantId).id());
    }
}
