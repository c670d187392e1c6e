// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.tenant;

import org.jspecify.annotations.Nullable;

/** Where a tenant can be reached. */
record TenantContact(
        @Nullable String country,
        @Nullable String state,
        @Nullable String city,
        @Nullable String address,
        @Nullable String address2,
        @Nullable String zip,
        @Nullable String phone,
        @Nullable String email) {

    static final TenantContact NONE =
            new TenantContact(null, null, null, null, null, null, null, null);
}
