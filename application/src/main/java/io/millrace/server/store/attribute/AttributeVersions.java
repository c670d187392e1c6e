// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.telemetry.AttributeScope;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Counts the writes of attributes, so that what was read before a write is known from what was read after it. Scopes of
 * several entities share a number: a write of one of them then looks like a write of the others, too. Thread-safe.
 */
final class AttributeVersions {

    private static final int NUMBERS = 1 << 16;

    private final AtomicIntegerArray numbers = new AtomicIntegerArray(NUMBERS);

    int of(UUID entity, AttributeScope scope) {
        return numbers.get(place(entity, scope));
    }

    void written(UUID entity, AttributeScope scope) {
        numbers.incrementAndGet(place(entity, scope));
    }

    private static int place(UUID entity, AttributeScope scope) {
        int hash = Objects.hash(entity, AttributeScopes.number(scope));
        return (hash ^ hash >>> Short.SIZE) & NUMBERS - 1;
    }
}
