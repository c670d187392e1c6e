// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantdeletion;

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

/** The end of a tenant over REST. */
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
            summary = "Delete a tenant with all that it has",
            description =
                    "Its users, devices and chains are gone when this returns; what they have stored is erased after that.")
    @Roles.SystemAdmin
    void delete(@PathVariable UUID tenantId, @AuthenticationPrincipal SecurityUser caller) {
        deletion.delete(access.require(caller, tenants, tenantId).id());
    }
}
