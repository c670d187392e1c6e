// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.SecurityUser;
import org.jspecify.annotations.Nullable;

/**
 * The author and comment of a change to a tenant's chains.
 *
 * @param comment stored with each version that the edit creates; null for none
 */
public record Edit(TenantId tenant, Author author, @Nullable String comment) {

    private static final int MAX_COMMENT = 1_000;

    /**
     * Creates an edit of a REST caller.
     *
     * @throws ApiException (400) if the comment is too long, or contains control characters other than line breaks and
     *     tabs
     */
    public static Edit of(SecurityUser caller, @Nullable String comment) {
        return new Edit(caller.tenantId(), Author.of(caller), checked(comment));
    }

    /** Creates an edit of the service itself. */
    public static Edit service(TenantId tenant, String comment) {
        return new Edit(tenant, Author.SERVICE, comment);
    }

    /** Returns this edit, with the given comment if it has none. */
    public Edit orSaying(String otherwise) {
        return comment == null ? saying(otherwise) : this;
    }

    /** Returns this edit with another comment. */
    public Edit saying(String other) {
        return new Edit(tenant, author, other);
    }

    private static @Nullable String checked(@Nullable String comment) {
        if (comment == null || comment.isBlank()) {
            return null;
        }
        if (comment.length() > MAX_COMMENT) {
            throw ApiException.badRequest(
                    "comment: expected at most %d characters, got %d"
                            .formatted(MAX_COMMENT, comment.length()));
        }
        if (comment.chars().anyMatch(c -> Character.isISOControl(c) && "\t\r\n".indexOf(c) < 0)) {
            throw ApiException.badRequest(
                    "comment: expected plain text; it contains control characters");
        }
        return comment;
    }
}
