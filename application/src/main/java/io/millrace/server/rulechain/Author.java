// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.security.SecurityUser;
import org.jspecify.annotations.Nullable;

/**
 * Who changes a tenant's chains.
 *
 * @param user null: the service itself
 */
record Author(TenantId tenant, @Nullable UserId user) {

    static Author of(SecurityUser caller) {
        return new Author(caller.tenantId(), caller.userId());
    }

    static Author service(TenantId tenant) {
        return new Author(tenant, null);
    }
}
