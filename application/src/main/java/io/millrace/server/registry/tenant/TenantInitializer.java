// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;

/**
 * Adds what every new tenant needs, such as a default profile. All beans of this type are called, in their {@code
 * @Order}.
 */
public interface TenantInitializer {

    /** Called in the transaction that adds the tenant, on its thread. If it throws, the tenant is not added. */
    void initialize(TenantId tenant);
}
