// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;

/** Gives a new tenant what it cannot do without. All beans of this type are called, in their {@code @Order}. */
public interface TenantInitializer {

    /** Called in the transaction that makes the tenant, on its thread: if this throws, there is no tenant. */
    void initialize(TenantId tenant);
}
