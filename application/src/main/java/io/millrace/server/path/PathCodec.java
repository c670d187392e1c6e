// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Paths as bytes, about a hundred for a message that passed four nodes: ids, figures as variable-length integers, then
 * the hops, each with the place of the one before it, then the places of those at which branches ended.
 */
final class PathCodec {

    /** Hops of a message beyond these are not kept. */
    static final int MOST_HOPS = 256;

    private static final int LONGEST_TEXT = 127;
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final EntityType[] TYPES = EntityType.values();

    private final Sites sites;

    PathCodec(Sites sites) {
        this.sites = sites;
    }

    /**
     * Writes a path.
     *
     * @throws java.nio.BufferOverflowException if it does not fit
     */
    @SuppressWarnings("EnumOrdinal") // never outlives the process
    void write(DeliveryEnd end, long now, ByteBuffer to) {
        RuleMessage message = end.message();
        write(message.id(), to);
        write(message.tenant().id(), to);
        EntityId originator = message.originator();
        to.put((byte) originator.type().ordinal());
        write(originator.id(), to);
        to.put((byte) end.outcome().ordinal());
        to.putLong(now);
        writeInt(Math.min(end.attempts(), Integer.MAX_VALUE), to);
        writeLong(end.nanos() / 1_000, to);
        write(message.type(), to);
        write(end.path(), to);
    }

    /** Whether the path that begins here is a message's; moves nothing. */
    static boolean isOf(UUID message, ByteBuffer from) {
        int at = from.position();
        return from.getLong(at) == message.getMostSignificantBits()
                && from.getLong(at + 8) == message.getLeastSignificantBits();
    }

    /** Whether the path that begins here is of an originator's message; moves nothing. */
    static boolean isOf(EntityId originator, ByteBuffer from) {
        int at = from.position() + 33;
        return from.getLong(at) == originator.id().getMostSignificantBits()
                && from.getLong(at + 8) == originator.id().getLeastSignificantBits();
    }

    PathRecord read(ByteBuffer from) {
        UUID message = readId(from);
        TenantId tenant = new TenantId(readId(from));
        EntityType type = TYPES[from.get()];
        EntityId originator = new EntityId(type, readId(from));
        Outcome outcome = OUTCOMES[from.get()];
        long endedAt = from.getLong();
        int attempts = (int) readLong(from);
        long micros = readLong(from);
        String messageType = readText(from);
        return new PathRecord(
                message,
                tenant,
                originator,
                messageType,
                outcome,
                attempts,
                readPath(from),
                endedAt,
                micros);
    }

    private void write(Path path, ByteBuffer to) {
        List<Hop> ends = path.branchEnds();
        if (ends.size() == 1) {
            writeBranch(ends.getFirst(), to);
            return;
        }
        IdentityHashMap<Hop, Integer> places = new IdentityHashMap<>();
        List<Hop> hops = new ArrayList<>();
        for (Hop end : ends) {
            for (Hop hop : Path.hopsTo(end)) {
                if (hops.size() < MOST_HOPS && places.putIfAbsent(hop, hops.size()) == null) {
                    hops.add(hop);
                }
            }
        }
        writeInt(hops.size(), to);
        for (Hop hop : hops) {
            Integer before = hop.previous() == null ? null : places.get(hop.previous());
            write(hop, before == null ? 0 : before + 1, to);
        }
        List<Integer> kept = ends.stream().map(places::get).filter(place -> place != null).toList();
        writeInt(kept.size(), to);
        kept.forEach(place -> writeInt(place, to));
    }

    /** The usual case, without a look-up: one branch, each hop behind the one before it. */
    private void writeBranch(Hop end, ByteBuffer to) {
        int count = 0;
        for (@Nullable Hop hop = end; hop != null; hop = hop.previous()) {
            count++;
        }
        Hop[] hops = new Hop[count];
        for (@Nullable Hop hop = end; hop != null; hop = hop.previous()) {
            count--;
            hops[count] = hop;
        }
        int kept = Math.min(hops.length, MOST_HOPS);
        writeInt(kept, to);
        for (int i = 0; i < kept; i++) {
            write(hops[i], i, to);
        }
        writeInt(1, to);
        writeInt(kept - 1, to);
    }

    /** {@code before} is the place of the hop before, counted from 1; 0 for none. */
    private void write(Hop hop, int before, ByteBuffer to) {
        writeInt(before, to);
        writeInt(sites.numberOf(hop), to);
        writeLong(hop.micros(), to);
        write(hop.label(), to);
    }

    private Path readPath(ByteBuffer from) {
        int count = (int) readLong(from);
        List<Hop> hops = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int before = (int) readLong(from);
            Sites.Site site = sites.of((int) readLong(from));
            long micros = readLong(from);
            String label = readText(from);
            hops.add(
                    new Hop(
                            before == 0 ? null : hops.get(before - 1),
                            site.chain(),
                            site.version(),
                            site.node(),
                            label,
                            micros));
        }
        List<Hop> ends = new ArrayList<>();
        for (long left = readLong(from); left > 0; left--) {
            ends.add(hops.get((int) readLong(from)));
        }
        return new Path(ends);
    }

    private static void write(UUID id, ByteBuffer to) {
        to.putLong(id.getMostSignificantBits());
        to.putLong(id.getLeastSignificantBits());
    }

    private static UUID readId(ByteBuffer from) {
        return new UUID(from.getLong(), from.getLong());
    }

    private static void write(String text, ByteBuffer to) {
        byte[] bytes = text.getBytes(UTF_8);
        int length = Math.min(bytes.length, LONGEST_TEXT);
        to.put((byte) length).put(bytes, 0, length);
    }

    private static String readText(ByteBuffer from) {
        byte[] bytes = new byte[from.get()];
        from.get(bytes);
        return new String(bytes, UTF_8);
    }

    private static void writeInt(int value, ByteBuffer to) {
        writeLong(value, to);
    }

    /** Seven bits a byte, the lowest first; not for negative numbers. */
    private static void writeLong(long value, ByteBuffer to) {
        long rest = Math.max(0, value);
        while (rest >= 0x80) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }

    private static long readLong(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
