// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Outcome;
import io.millrace.server.store.history.MessageFilter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes paths as bytes, about 100 for a message that passed four nodes: ids, numbers as variable-length
 * integers, then the hops. Usual types and labels take one byte. The hops of a single branch, the usual case, are
 * written from the last to the first. In a
 * tree each hop is written with the index of the previous hop, followed by the indexes of the last hops of all
 * branches.
 */
final class PathCodec {

    /** Maximum number of hops that are kept for a message. If a single branch has more, its first hops are dropped. */
    static final int MOST_HOPS = 256;

    private static final int LONGEST_NUMBER = 10;
    private static final int LONGEST_BEGINNING =
            4 * Long.BYTES + 1 + 2 * Long.BYTES + 1 + 3 * Long.BYTES + 2 * LONGEST_NUMBER;
    private static final int LONGEST_HOP = 3 * LONGEST_NUMBER + 1 + ChunkWriter.LONGEST_TEXT;
    private static final int TENANT_AT = 2 * Long.BYTES;
    private static final int ORIGINATOR_AT = 2 * TENANT_AT + 1;
    private static final int OUTCOME_AT = ORIGINATOR_AT + 2 * Long.BYTES;
    private static final int ENDED_AT = OUTCOME_AT + 1;

    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final EntityType[] TYPES = EntityType.values();

    private final Sites sites;

    PathCodec(Sites sites) {
        this.sites = sites;
    }

    /** Returns the maximum number of bytes of a delivery's encoded path. */
    static int mostBytes(Path path) {
        int hops = 0;
        for (Hop end : path.branchEnds()) {
            for (@Nullable Hop hop = end; hop != null && hops < MOST_HOPS; hop = hop.previous()) {
                hops++;
            }
        }
        return LONGEST_BEGINNING
                + 1
                + ChunkWriter.LONGEST_TEXT
                + 3 * LONGEST_NUMBER
                + hops * LONGEST_HOP
                + path.branchEnds().size() * LONGEST_NUMBER;
    }

    /** Writes a path; the caller ensures that there is room. */
    @SuppressWarnings("EnumOrdinal") // never outlives the process
    void write(DeliveryEnd end, ChunkWriter to) {
        RuleMessage message = end.message();
        to.putId(message.id());
        to.putId(message.tenant().id());
        EntityId originator = message.originator();
        to.putByte(originator.type().ordinal());
        to.putId(originator.id());
        to.putByte(end.outcome().ordinal());
        to.putLong(end.endedAt());
        to.putId(end.deliveryId());
        to.putVariable(end.attempts());
        to.putVariable(end.nanos() / 1_000);
        to.putText(message.type());
        List<Hop> ends = end.path().branchEnds();
        to.putVariable(ends.size());
        if (ends.size() == 1) {
            writeBranch(ends.getFirst(), to);
        } else if (!ends.isEmpty()) {
            writeTree(ends, to);
        }
    }

    private void writeBranch(Hop end, ChunkWriter to) {
        int count = 0;
        for (@Nullable Hop hop = end; hop != null && count < MOST_HOPS; hop = hop.previous()) {
            count++;
        }
        to.putVariable(count);
        @Nullable Hop hop = end;
        for (int i = 0; i < count && hop != null; i++) {
            write(hop, to);
            hop = hop.previous();
        }
    }

    private void writeTree(List<Hop> ends, ChunkWriter to) {
        IdentityHashMap<Hop, Integer> places = new IdentityHashMap<>();
        List<Hop> hops = new ArrayList<>();
        for (Hop end : ends) {
            for (Hop hop : Path.hopsTo(end)) {
                if (hops.size() < MOST_HOPS && places.putIfAbsent(hop, hops.size()) == null) {
                    hops.add(hop);
                }
            }
        }
        to.putVariable(hops.size());
        for (Hop hop : hops) {
            Integer before = hop.previous() == null ? null : places.get(hop.previous());
            to.putVariable(before == null ? 0 : before + 1);
            write(hop, to);
        }
        List<Integer> kept = ends.stream().map(places::get).filter(place -> place != null).toList();
        to.putVariable(kept.size());
        kept.forEach(to::putVariable);
    }

    private void write(Hop hop, ChunkWriter to) {
        to.putVariable(sites.numberOf(hop));
        to.putVariable(hop.micros());
        to.putText(hop.label());
    }

    /** True if the path at the buffer's position belongs to the message; does not move the position. */
    static boolean isOf(UUID message, ByteBuffer from) {
        return isAt(from.position(), message, from);
    }

    /** True if the path at the buffer's position belongs to a message of the originator; does not move the position. */
    static boolean isOf(EntityId originator, ByteBuffer from) {
        return isAt(from.position() + ORIGINATOR_AT, originator.id(), from);
    }

    /**
     * True unless the fixed parts of the path at the buffer's position tell that it does not match the filter; does not
     * move the position.
     */
    @SuppressWarnings("EnumOrdinal") // never outlives the process
    static boolean mayMatch(MessageFilter filter, ByteBuffer from) {
        int start = from.position();
        long endedAt = from.getLong(start + ENDED_AT);
        return endedAt >= filter.from()
                && endedAt < filter.before()
                && isAt(start + TENANT_AT, filter.tenant().id(), from)
                && (filter.message() == null || isAt(start, filter.message(), from))
                && (filter.originator() == null || isOf(filter.originator(), from))
                && (filter.outcome() == null
                        || from.get(start + OUTCOME_AT) == filter.outcome().ordinal());
    }

    private static boolean isAt(int position, UUID id, ByteBuffer from) {
        return from.getLong(position) == id.getMostSignificantBits()
                && from.getLong(position + Long.BYTES) == id.getLeastSignificantBits();
    }

    PathRecord read(ByteBuffer from) {
        UUID message = readId(from);
        TenantId tenant = new TenantId(readId(from));
        EntityType type = TYPES[from.get()];
        EntityId originator = new EntityId(type, readId(from));
        Outcome outcome = OUTCOMES[from.get()];
        long endedAt = from.getLong();
        UUID delivery = readId(from);
        int attempts = (int) readVariable(from);
        long micros = readVariable(from);
        String messageType = readText(from);
        Path path =
                switch ((int) readVariable(from)) {
                    case 0 -> Path.EMPTY;
                    case 1 -> new Path(List.of(readBranch(from)));
                    default -> readTree(from);
                };
        return new PathRecord(
                delivery,
                message,
                tenant,
                originator,
                messageType,
                outcome,
                attempts,
                path,
                endedAt,
                micros);
    }

    private Hop readBranch(ByteBuffer from) {
        List<Hop> backwards = new ArrayList<>();
        for (long left = readVariable(from); left > 0; left--) {
            backwards.add(readHop(null, from));
        }
        Hop last = null;
        for (Hop hop : backwards.reversed()) {
            last = behind(last, hop);
        }
        return Objects.requireNonNull(last);
    }

    private static Hop behind(@Nullable Hop previous, Hop hop) {
        return new Hop(
                previous, hop.chain(), hop.chainVersion(), hop.node(), hop.label(), hop.micros());
    }

    private Path readTree(ByteBuffer from) {
        int count = (int) readVariable(from);
        List<Hop> hops = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int before = (int) readVariable(from);
            hops.add(readHop(before == 0 ? null : hops.get(before - 1), from));
        }
        List<Hop> ends = new ArrayList<>();
        for (long left = readVariable(from); left > 0; left--) {
            ends.add(hops.get((int) readVariable(from)));
        }
        return new Path(ends);
    }

    private Hop readHop(@Nullable Hop previous, ByteBuffer from) {
        Sites.Site site = sites.of((int) readVariable(from));
        long micros = readVariable(from);
        String label = readText(from);
        return new Hop(previous, site.chain(), site.version(), site.node(), label, micros);
    }

    private static UUID readId(ByteBuffer from) {
        return new UUID(from.getLong(), from.getLong());
    }

    private static String readText(ByteBuffer from) {
        int first = from.get();
        if (first < 0) {
            return KnownTexts.of(first & ChunkWriter.LONGEST_TEXT);
        }
        byte[] bytes = new byte[first];
        from.get(bytes);
        return new String(bytes, UTF_8);
    }

    private static long readVariable(ByteBuffer from) {
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
