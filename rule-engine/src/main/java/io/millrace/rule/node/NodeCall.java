// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.EntryPoint;
import io.millrace.message.delivery.Lease;
import org.jspecify.annotations.Nullable;

/** What a node with effects on the world outside must know of the call in which it has them. */
public interface NodeCall {

    /** A call outside any delivery, as tests make it. */
    NodeCall ALONE =
            new NodeCall() {
                @Override
                public @Nullable Lease lease() {
                    return null;
                }

                @Override
                public @Nullable String idempotencyKey() {
                    return null;
                }

                @Override
                public @Nullable EntryPoint entryBehind(String label) {
                    return null;
                }
            };

    /** What writes are made under, or null: by the right of the only instance that there is. */
    @Nullable Lease lease();

    /**
     * A text that is the same whenever this delivery comes to this node on this way, in every attempt and on every
     * instance, so that whoever gets it twice can tell; null outside any delivery.
     */
    @Nullable String idempotencyKey();

    /**
     * Where a message goes on that leaves this node by the label in a later delivery, nested chains included; null outside any
     * delivery.
     */
    @Nullable EntryPoint entryBehind(String label);
}
