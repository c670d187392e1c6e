// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.MessageSubmitter;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The context of one call of a node, for nodes with external effects. */
public interface NodeCall extends MessageSubmitter {

    /** A call outside any delivery, as in tests. */
    NodeCall ALONE = wantedWhile(() -> true);

    /**
     * Returns a call outside any delivery.
     *
     * @param isWanted asked on any thread, as {@link #isWanted()}
     */
    static NodeCall wantedWhile(BooleanSupplier isWanted) {
        return new NodeCall() {
            @Override
            public boolean isWanted() {
                return isWanted.getAsBoolean();
            }

            @Override
            public @Nullable Lease lease() {
                return null;
            }

            @Override
            public @Nullable String idempotencyKey() {
                return null;
            }

            @Override
            public @Nullable UUID deliveredMessage() {
                return null;
            }

            @Override
            public @Nullable EntryPoint entryBehind(String label) {
                return null;
            }
        };
    }

    /**
     * False when the attempt is over, so that results of work that still runs for it are ignored. Any thread may ask.
     */
    @Override
    default boolean isWanted() {
        return true;
    }

    /** The lease under which writes are made, or null: a single instance needs no lease. */
    @Override
    @Nullable Lease lease();

    /**
     * Returns an idempotency key: a text that is the same each time this delivery reaches this node on the same path,
     * in every attempt and on every instance, so that a receiver can recognise repetitions. Null outside any delivery.
     */
    @Nullable String idempotencyKey();

    /**
     * Returns the id of the message that was delivered, under which the path of the delivery is kept. Behind a node that
     * splits messages, the message that the node gets has another id. Null outside any delivery.
     */
    @Nullable UUID deliveredMessage();

    /**
     * Returns the id of the message that brought a value of the given message: the delivered one, whose path is kept. A
     * part of a split message has no path of its own.
     */
    default UUID broughtBy(RuleMessage message) {
        UUID delivered = deliveredMessage();
        return delivered == null ? message.id() : delivered;
    }

    /**
     * Returns the place at which a message continues that leaves this node by the label in a later delivery, including
     * calling chains; null outside any delivery.
     */
    @Nullable EntryPoint entryBehind(String label);
}
