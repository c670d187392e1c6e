// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.List;

/**
 * Values of one entity that are to be deleted.
 *
 * @param tenant owner of the entity
 * @param keys whose values go; those that the entity does not have are passed over
 * @param startTs milliseconds since the epoch, inclusive
 * @param endTs milliseconds since the epoch, exclusive
 * @param latest what becomes of latest values whose time stamp lies in the span
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

    /** What becomes of a latest value whose time stamp lies in the deleted span. */
    public enum LatestPolicy {
        /** It stays. */
        KEEP,
        /** It goes. */
        DELETE,
        /** It gives way to the newest value that the series still has, and goes where there is none. */
        REWRITE
    }

    boolean contains(long ts) {
        return ts >= startTs && ts < endTs;
    }
}
