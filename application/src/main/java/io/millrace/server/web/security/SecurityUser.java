// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.web.user.Authority;
import java.util.UUID;

/**
 * The caller of a request, as the access token names them.
 *
 * @param tenantId {@link TenantId#SYSTEM} for a {@code SYS_ADMIN}
 * @param customerId the null UUID for everybody who is not a customer's user
 * @param sessionId the sign-in that the token comes from
 */
public record SecurityUser(
        UserId userId,
        TenantId tenantId,
        CustomerId customerId,
        String email,
        Authority authority,
        UUID sessionId) {}
