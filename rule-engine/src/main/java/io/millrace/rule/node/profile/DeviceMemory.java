// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.EntityId;
import org.jspecify.annotations.Nullable;

/**
 * What nodes know of devices, up to a limit of bytes that they share. A device that has to make room is read again at its
 * next message; its counts are not lost, because they were saved when they changed. Thread-safe.
 */
final class DeviceMemory {

    private static final int ENTRY_BYTES = 150;
    private static final int SHARE_OF_HEAP = 16;

    private final Cache<Key, Kept> devices;

    DeviceMemory(long bytes) {
        this.devices =
                Caffeine.newBuilder()
                        .maximumWeight(bytes)
                        .weigher((Key _, Kept kept) -> ENTRY_BYTES + kept.bytes())
                        .executor(Runnable::run)
                        .build();
    }

    /** Returns a memory of a sixteenth of the heap. */
    static DeviceMemory forHeap(long bytes) {
        return new DeviceMemory(bytes / SHARE_OF_HEAP);
    }

    private record Key(OfNode node, EntityId device) {}

    /** A device with its size when it was kept. */
    private record Kept(TrackedDevice device, int bytes) {}

    OfNode ofNode() {
        return new OfNode();
    }

    /** The part of one node. */
    final class OfNode {

        @Nullable TrackedDevice get(EntityId device) {
            @Nullable Kept kept = devices.getIfPresent(new Key(this, device));
            return kept == null ? null : kept.device();
        }

        /** Keeps a device; one that is kept already is weighed again if its size has changed. */
        @SuppressWarnings(
                "ReferenceEquality") // another object of the same device replaces this one
        void keep(EntityId device, TrackedDevice tracked) {
            Key key = new Key(this, device);
            int bytes = tracked.bytes();
            @Nullable Kept kept = devices.getIfPresent(key);
            if (kept == null || kept.device() != tracked || kept.bytes() != bytes) {
                devices.put(key, new Kept(tracked, bytes));
            }
        }

        void forget(EntityId device) {
            devices.invalidate(new Key(this, device));
        }

        /** Forgets all devices of the node. */
        void close() {
            devices.asMap().keySet().removeIf(key -> key.node() == this);
        }
    }
}
