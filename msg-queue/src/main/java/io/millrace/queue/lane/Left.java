// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.queue.InFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A delivery that a former owner of the partition, or an earlier run, has left in the in-flight store.
 *
 * @param delivery the delivery; without payload and metadata unless {@code hasMessage}
 * @param size approximate bytes of the whole message
 * @param hasMessage false if the message is to be loaded before it runs
 */
public record Left(InFlight delivery, long size, boolean hasMessage) {

    /** A delivery with its message. */
    public static Left whole(InFlight stored) {
        return new Left(stored, Delivery.sizeOf(stored.message()), true);
    }

    /** A delivery without its message. */
    public static Left header(InFlight stored) {
        InFlight header =
                new InFlight(
                        stored.deliveryId(),
                        stored.message()
                                .withPayload(Payload.EMPTY_OBJECT)
                                .withMetadata(Metadata.EMPTY),
                        stored.attempts());
        return new Left(header, Delivery.sizeOf(stored.message()), false);
    }

    /** Gathers the pages of a store; messages beyond a number of bytes are left in the store. */
    public static final class Pages implements Consumer<List<InFlight>> {

        private final List<Left> all = new ArrayList<>();
        private long room;

        /** @param bytes how much of the messages is kept in memory, at least */
        public Pages(long bytes) {
            this.room = bytes;
        }

        @Override
        public void accept(List<InFlight> page) {
            for (InFlight stored : page) {
                Left left = room > 0 ? whole(stored) : header(stored);
                room -= left.size();
                all.add(left);
            }
        }

        /** Everything that was accepted, in its order. */
        public List<Left> all() {
            return List.copyOf(all);
        }
    }
}
