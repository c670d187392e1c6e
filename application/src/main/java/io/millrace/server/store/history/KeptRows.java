// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Passage;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.queue.DeliveryEnd;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kept message as rows: its visits to nodes, numbered from 0, and the contents that they refer to. A content that
 * several visits share is one row. Of a message with more than {@link #MOST_VISITS} visits the last ones of a single
 * branch are kept, or the first ones of a tree.
 *
 * @param visits the visits, each after its predecessor
 * @param ends the numbers of the visits with which branches ended
 * @param contents the contents; the first is the message as it was accepted
 * @param leftOut number of visits that are not kept
 */
record KeptRows(List<Visit> visits, List<Integer> ends, List<RuleMessage> contents, int leftOut) {

    static final int MOST_VISITS = 256;

    private static final int BYTES_OF_ROW = 500;

    /**
     * A visit to a node.
     *
     * @param previous number of the visit before, or null
     * @param label the label by which the message left; null if the node gave no answer
     * @param input number of the content before; null if it was not held
     * @param output number of the content after; null if it was not held
     */
    record Visit(
            @Nullable Integer previous,
            RuleChainId chain,
            long chainVersion,
            RuleNodeId node,
            @Nullable String label,
            @Nullable Long micros,
            @Nullable String error,
            @Nullable Integer input,
            @Nullable Integer output) {}

    /** Returns the memory that the delivery holds while it waits to be written, in bytes. */
    @SuppressWarnings("ReferenceEquality") // shared parts are the same objects
    static long bytesOf(DeliveryEnd end) {
        RuleMessage start = end.message();
        long bytes = (long) BYTES_OF_ROW + start.payload().length() + start.metadata().length();
        for (Hop last : end.path().branchEnds()) {
            RuleMessage after = null;
            for (Hop hop = last; hop != null; hop = hop.previous()) {
                bytes += BYTES_OF_ROW;
                Passage passage = hop.passage();
                RuleMessage output = passage == null ? null : passage.output();
                if (output != null && output != after && output != start) {
                    bytes += (long) output.payload().length() + output.metadata().length();
                }
                after = output;
            }
        }
        return bytes;
    }

    static KeptRows of(DeliveryEnd end) {
        return new Builder(end).build();
    }

    /** Numbers hops and contents. */
    private static final class Builder {

        private final DeliveryEnd end;
        private final IdentityHashMap<Hop, Integer> places = new IdentityHashMap<>();
        private final IdentityHashMap<RuleMessage, Integer> numbers = new IdentityHashMap<>();
        private final List<RuleMessage> contents = new ArrayList<>();
        private final List<Visit> visits = new ArrayList<>();
        private final List<Integer> ends = new ArrayList<>();

        Builder(DeliveryEnd end) {
            this.end = end;
            numberOf(end.message());
        }

        KeptRows build() {
            IdentityHashMap<Hop, Boolean> all = new IdentityHashMap<>();
            List<Hop> branchEnds = end.path().branchEnds();
            for (Hop last : branchEnds) {
                List<Hop> hops = Path.hopsTo(last);
                hops.forEach(hop -> all.put(hop, true));
                int skipped = branchEnds.size() == 1 ? Math.max(0, hops.size() - MOST_VISITS) : 0;
                hops.subList(skipped, hops.size()).forEach(this::add);
                Integer place = places.get(last);
                if (place != null) {
                    ends.add(place);
                }
            }
            int leftOut = all.size() - places.size();
            addUnanswered();
            return new KeptRows(visits, ends, contents, leftOut);
        }

        private void add(Hop hop) {
            if (places.containsKey(hop) || visits.size() >= MOST_VISITS) {
                return;
            }
            places.put(hop, visits.size());
            Passage passage = hop.passage();
            visits.add(
                    new Visit(
                            hop.previous() == null ? null : places.get(hop.previous()),
                            hop.chain(),
                            hop.chainVersion(),
                            hop.node(),
                            hop.label(),
                            hop.micros(),
                            passage == null ? null : passage.error(),
                            passage == null ? null : numberOf(passage.input()),
                            passage == null ? null : numberOf(passage.output())));
        }

        /** Adds the node that had the message when the attempt was given up: the message never left it. */
        private void addUnanswered() {
            Failure failure = end.failure();
            if (failure == null || failure.node() == null || failure.chain() == null) {
                return;
            }
            RuleNodeId node = failure.node();
            List<Hop> branchEnds = end.path().branchEnds();
            if (branchEnds.stream().anyMatch(hop -> hop.node().equals(node))) {
                return;
            }
            boolean alone = branchEnds.size() == 1 && ends.size() == 1;
            Integer previous = alone ? ends.removeFirst() : null;
            ends.add(visits.size());
            visits.add(
                    new Visit(
                            previous,
                            failure.chain(),
                            versionOf(failure.chain()),
                            node,
                            null,
                            null,
                            failure.error(),
                            branchEnds.isEmpty()
                                    ? Integer.valueOf(0)
                                    : previous == null ? null : visits.get(previous).output(),
                            null));
        }

        /** Returns the version that the message ran through, or 0 if no other visit tells it. */
        private long versionOf(RuleChainId chain) {
            return visits.stream()
                    .filter(visit -> visit.chain().equals(chain))
                    .mapToLong(Visit::chainVersion)
                    .findAny()
                    .orElse(0);
        }

        private @Nullable Integer numberOf(@Nullable RuleMessage message) {
            if (message == null) {
                return null;
            }
            Integer known = numbers.putIfAbsent(message, contents.size());
            if (known == null) {
                contents.add(message);
            }
            return Objects.requireNonNullElse(known, contents.size() - 1);
        }
    }
}
