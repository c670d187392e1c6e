// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.web.user.Authority;
import java.util.UUID;

/**
 * The caller of a request, read from the access token.
 *
 * @param tenantId {@link TenantId#SYSTEM} for a {@code SYS_ADMIN}
 * @param customerId the null UUID if the caller is not a customer's user
 * @param sessionId the session that the token belongs to
 */
public record SecurityUser(
        UserId userId,
        TenantId tenantId,
        CustomerId customerId,
        String email,
        Authority authority,
        UUID sessionId) {}
