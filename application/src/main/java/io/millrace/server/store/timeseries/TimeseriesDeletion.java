// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.List;

/**
 * A request to delete values of one entity.
 *
 * @param tenant owner of the entity
 * @param keys keys of the values; keys that the entity does not have are ignored
 * @param startTs milliseconds since the epoch, inclusive
 * @param endTs milliseconds since the epoch, exclusive
 * @param latest how to handle latest values whose timestamp is in the span
 */
public record TimeseriesDeletion(
        TenantId tenant,
        EntityId entity,
        List<String> keys,
        long startTs,
        long endTs,
        LatestPolicy latest) {

    public TimeseriesDeletion {
        keys = List.copyOf(keys);
    }

    /** How to handle a latest value whose timestamp is in the deleted span. */
    public enum LatestPolicy {
        /** Keeps it. */
        KEEP,
        /** Deletes it. */
        DELETE,
        /** Replaces it by the newest remaining value of the series; deletes it if no value remains. */
        REWRITE
    }

    boolean contains(long ts) {
        return ts >= startTs && ts < endTs;
    }
}
