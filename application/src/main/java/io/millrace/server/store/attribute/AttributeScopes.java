// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.telemetry.AttributeScope;

/** The numbers of the scopes in the table {@code attribute}. */
public final class AttributeScopes {

    private AttributeScopes() {}

    /** Returns the number of a scope: 1 to 3. */
    public static short number(AttributeScope scope) {
        return switch (scope) {
            case CLIENT_SCOPE -> 1;
            case SERVER_SCOPE -> 2;
            case SHARED_SCOPE -> 3;
        };
    }

    /** Returns the scope with a number. */
    public static AttributeScope scope(short number) {
        return switch (number) {
            case 1 -> AttributeScope.CLIENT_SCOPE;
            case 2 -> AttributeScope.SERVER_SCOPE;
            case 3 -> AttributeScope.SHARED_SCOPE;
            default -> throw new IllegalStateException("unknown scope " + number);
        };
    }
}
