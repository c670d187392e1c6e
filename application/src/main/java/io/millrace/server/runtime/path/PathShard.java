// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.queue.DeliveryEnd;
import io.millrace.server.store.history.MessageFilter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A part of the ring with its own lock. It holds chunks of bytes that are allocated on demand; when all are full, the
 * oldest one is overwritten. A search scans all paths, which takes well under a millisecond, so that a write needs no
 * index. Thread-safe: the monitor of the shard guards all its state.
 */
final class PathShard {

    /** Size of a chunk in bytes; small enough for an ordinary heap object. */
    static final int CHUNK = 64 * 1024;

    /** Maximum number of numbered nodes of chain versions; beyond it the shard is cleared. */
    private static final int MOST_SITES = 65_536;

    private static final int LENGTH_BYTES = 4;

    private final @Nullable ChunkWriter[] chunks;
    private int current;
    private Sites sites = new Sites();
    private PathCodec codec = new PathCodec(sites);
    private long tooLong;

    PathShard(int chunks) {
        this.chunks = new ChunkWriter[Math.max(2, chunks)];
    }

    synchronized void add(DeliveryEnd end) {
        if (sites.size() >= MOST_SITES) {
            clear();
        }
        int size = LENGTH_BYTES + PathCodec.mostBytes(end.path());
        if (size > CHUNK) {
            tooLong++;
            return;
        }
        ChunkWriter chunk = chunk(current);
        if (chunk.free() < size) {
            current = (current + 1) % chunks.length;
            chunk = chunk(current);
            chunk.clear();
        }
        int start = chunk.position();
        chunk.putInt(0);
        codec.write(end, chunk);
        chunk.setInt(start, chunk.position() - start - LENGTH_BYTES);
    }

    private void clear() {
        for (ChunkWriter chunk : chunks) {
            if (chunk != null) {
                chunk.clear();
            }
        }
        sites = new Sites();
        codec = new PathCodec(sites);
    }

    private ChunkWriter chunk(int index) {
        ChunkWriter known = chunks[index];
        if (known != null) {
            return known;
        }
        ChunkWriter made = new ChunkWriter(CHUNK);
        chunks[index] = made;
        return made;
    }

    /**
     * Returns the paths that pass the test, oldest first. The buffer's position is at the start of a path, and the test
     * must not move it.
     */
    synchronized List<PathRecord> find(Predicate<ByteBuffer> test) {
        List<PathRecord> found = new ArrayList<>();
        for (int i = 1; i <= chunks.length; i++) {
            ChunkWriter chunk = chunks[(current + i) % chunks.length];
            if (chunk != null) {
                find(test, chunk.written(), found);
            }
        }
        return found;
    }

    private void find(Predicate<ByteBuffer> test, ByteBuffer written, List<PathRecord> found) {
        while (written.hasRemaining()) {
            int next = written.getInt() + written.position();
            if (test.test(written)) {
                found.add(codec.read(written));
            }
            written.position(next);
        }
    }

    /**
     * Returns the latest paths that match the filter, newest first. The lock is held for one chunk at a time, and only
     * paths whose fixed parts match are decoded, from the newest on.
     */
    List<PathRecord> latest(MessageFilter filter, int limit) {
        List<PathRecord> found = new ArrayList<>();
        int newest = currentChunk();
        for (int i = 0; i < chunks.length && found.size() < limit; i++) {
            latest(Math.floorMod(newest - i, chunks.length), filter, limit, found);
        }
        return found;
    }

    private synchronized int currentChunk() {
        return current;
    }

    private synchronized void latest(
            int index, MessageFilter filter, int limit, List<PathRecord> found) {
        ChunkWriter chunk = chunks[index];
        if (chunk == null) {
            return;
        }
        ByteBuffer written = chunk.written();
        List<Integer> candidates = new ArrayList<>();
        while (written.hasRemaining()) {
            int next = written.getInt() + written.position();
            if (PathCodec.mayMatch(filter, written)) {
                candidates.add(written.position());
            }
            written.position(next);
        }
        for (int i = candidates.size() - 1; i >= 0 && found.size() < limit; i--) {
            PathRecord path = codec.read(written.position(candidates.get(i)));
            if (path.passes(filter)) {
                found.add(path);
            }
        }
    }

    synchronized long tooLong() {
        return tooLong;
    }
}
