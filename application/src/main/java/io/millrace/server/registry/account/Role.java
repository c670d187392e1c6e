// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.User;

/**
 * The authority of an account, with its tenant and customer. It never changes.
 *
 * @param customer the null UUID for administrators
 */
record Role(TenantId tenant, CustomerId customer, Authority authority) {

    static Role administrator(TenantId tenant) {
        return new Role(tenant, IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN);
    }

    static Role userOf(TenantId tenant, CustomerId customer) {
        return new Role(tenant, customer, Authority.CUSTOMER_USER);
    }

    static Role of(User user) {
        return new Role(user.tenantId(), user.customerId(), user.authority());
    }
}
