// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.QueueListener;
import io.millrace.server.store.history.MessageFilter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A ring buffer of the latest deliveries' paths, bounded in bytes. 16 MB hold about 160,000 paths, which are
 * nearly three minutes at a thousand messages per second. Thread-safe.
 */
public final class PathRing implements QueueListener {

    private static final int SHARDS = 16;

    private final PathShard[] shards = new PathShard[SHARDS];
    private final boolean on;

    /** Creates a ring with the given maximum of bytes; 0 keeps nothing. */
    public PathRing(long bytes) {
        this.on = bytes > 0;
        Arrays.setAll(shards, _ -> new PathShard((int) (bytes / SHARDS / PathShard.CHUNK)));
    }

    @Override
    public void ended(DeliveryEnd end) {
        if (on) {
            shardOf(end.message().originator()).add(end);
        }
    }

    /** Returns the deliveries of a message, oldest first. */
    List<PathRecord> find(TenantId tenant, UUID message) {
        return Arrays.stream(shards)
                .flatMap(shard -> shard.find(path -> PathCodec.isOf(message, path)).stream())
                .filter(path -> path.tenant().equals(tenant))
                .sorted(Comparator.comparingLong(PathRecord::endedAt))
                .toList();
    }

    /** Returns the latest deliveries of an originator's messages, newest first. */
    List<PathRecord> latest(TenantId tenant, EntityId originator, int limit) {
        List<PathRecord> all = shardOf(originator).find(path -> PathCodec.isOf(originator, path));
        return all.reversed().stream()
                .filter(path -> path.tenant().equals(tenant))
                .limit(limit)
                .toList();
    }

    /** Returns the latest deliveries that match the filter, newest first. */
    List<PathRecord> latest(MessageFilter filter, int limit) {
        EntityId originator = filter.originator();
        Stream<PathShard> searched =
                originator == null ? Stream.of(shards) : Stream.of(shardOf(originator));
        return searched.flatMap(shard -> shard.latest(filter, limit).stream())
                .sorted(Comparator.comparingLong(PathRecord::endedAt).reversed())
                .limit(limit)
                .toList();
    }

    /** Returns the number of paths that were not kept because they are longer than a chunk. */
    public long tooLong() {
        return Stream.of(shards).mapToLong(PathShard::tooLong).sum();
    }

    private PathShard shardOf(EntityId originator) {
        int hash = originator.id().hashCode();
        return shards[(hash ^ (hash >>> 16)) & (SHARDS - 1)];
    }
}
