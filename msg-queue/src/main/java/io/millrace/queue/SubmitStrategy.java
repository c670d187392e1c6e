// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;

/**
 * Which messages of a queue may be under way at once, by ThingsBoard's names. Messages of one {@linkplain #orderKey
 * key} share a partition and a lane.
 */
public enum SubmitStrategy {
    /**
     * As many as the room allows. Each originator's messages start in the order of their arrival and leave each node in
     * that order; the next may start while the one before it is under way.
     */
    BURST,
    /** Like {@link #BURST}, but at most the queue's batch size at once in an instance. */
    BATCH,
    /** One of each originator; the next starts when the one before it has ended, its retries included. */
    SEQUENTIAL_BY_ORIGINATOR,
    /** One of each tenant. */
    SEQUENTIAL_BY_TENANT,
    /** One of the whole queue. */
    SEQUENTIAL;

    private static final EntityId ONE_FOR_ALL = TenantId.SYSTEM.entity();

    /** True if no two messages of one key run at once. */
    public boolean isSequential() {
        return this != BURST && this != BATCH;
    }

    /** Returns the key by which a message is ordered: its originator, its tenant, or a constant. */
    public EntityId orderKey(RuleMessage message) {
        return switch (this) {
            case BURST, BATCH, SEQUENTIAL_BY_ORIGINATOR -> message.originator();
            case SEQUENTIAL_BY_TENANT -> message.tenant().entity();
            case SEQUENTIAL -> ONE_FOR_ALL;
        };
    }
}
