// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ledger, as REST shows it.
 *
 * @param since when the first of the instances started, in milliseconds since the epoch
 * @param total the sum of all lines
 * @param chains one line for each chain, sorted by number of messages, most first
 * @param instances the total of each instance, sorted by name
 * @param unanswered the instances that did not answer, so that their messages are missing; absent if all answered
 */
record LedgerView(
        long since,
        Figures total,
        List<Line> chains,
        List<InstanceTotal> instances,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Unanswered> unanswered) {

    /** Returns all lines of an instance without names of chains, for administrators of the installation. */
    static LedgerView of(String instance, long since, Ledger ledger) {
        return of(instance, since, ledger, Map.of());
    }

    /** Returns the lines of a tenant on an instance with the names of its chains. */
    static LedgerView of(
            String instance, long since, Ledger ledger, Map<RuleChainId, String> names) {
        Figures total = Figures.of(ledger.total());
        return new LedgerView(
                since,
                total,
                sorted(ledger.lines().stream().map(line -> Line.of(line, names))),
                List.of(new InstanceTotal(instance, since, total)),
                null);
    }

    /** Lines with as many messages have an order, too: all instances give the same answer. */
    private static List<Line> sorted(Stream<Line> lines) {
        return lines.sorted(
                        Comparator.comparingLong((Line line) -> line.messages().allTakenIn())
                                .reversed()
                                .thenComparing(line -> line.key().toString()))
                .toList();
    }

    /** Adds the figures of other instances, line by line. */
    LedgerView plus(PeerAnswers<LedgerView> others) {
        List<LedgerView> all = Stream.concat(Stream.of(this), others.answers().stream()).toList();
        Map<Key, Line> lines = new LinkedHashMap<>();
        all.stream()
                .flatMap(view -> view.chains().stream())
                .forEach(line -> lines.merge(line.key(), line, Line::plus));
        return new LedgerView(
                all.stream().mapToLong(LedgerView::since).min().orElse(since),
                all.stream().map(LedgerView::total).reduce(Figures::plus).orElse(total),
                sorted(lines.values().stream()),
                all.stream()
                        .flatMap(view -> view.instances().stream())
                        .sorted(Comparator.comparing(InstanceTotal::instance))
                        .toList(),
                others.unanswered());
    }

    private record Key(@Nullable TenantId tenant, @Nullable RuleChainId chain) {}

    /**
     * All messages of one instance.
     *
     * @param since when its process started, in milliseconds since the epoch
     */
    record InstanceTotal(String instance, long since, Figures messages) {}

    /**
     * The messages of one chain.
     *
     * @param tenantId null: chains beyond the number that are counted singly
     * @param ruleChainId the chain that messages enter; null for the tenant's root chain
     * @param ruleChainName the chain's current name; null if the chain no longer exists or names are not shown
     */
    record Line(
            @Nullable TenantId tenantId,
            @Nullable RuleChainId ruleChainId,
            @Nullable String ruleChainName,
            Figures messages) {

        private static Line of(LedgerLine line, Map<RuleChainId, String> names) {
            RuleChainId chain = line.chain();
            return new Line(
                    line.tenant(),
                    chain,
                    chain == null ? null : names.get(chain),
                    Figures.of(line));
        }

        private Key key() {
            return new Key(tenantId, ruleChainId);
        }

        private Line plus(Line other) {
            return new Line(
                    tenantId,
                    ruleChainId,
                    ruleChainName == null ? other.ruleChainName : ruleChainName,
                    messages.plus(other.messages));
        }
    }

    /**
     * The figures of a line. The sum of {@code takenIn} equals the sum of {@code ended} and {@code inFlight}.
     *
     * @param balanced true if these sums are equal on each instance
     */
    record Figures(
            Map<Source, Long> takenIn,
            Map<Outcome, Long> ended,
            Map<Place, Long> inFlight,
            boolean balanced) {

        private static Figures of(LedgerLine line) {
            return new Figures(line.takenIn(), line.ended(), line.inFlight(), line.isBalanced());
        }

        private Figures plus(Figures other) {
            return new Figures(
                    sum(takenIn, other.takenIn),
                    sum(ended, other.ended),
                    sum(inFlight, other.inFlight),
                    balanced && other.balanced);
        }

        private static <K extends Enum<K>> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
            Map<K, Long> sum = new TreeMap<>(one);
            other.forEach((key, count) -> sum.merge(key, count, Long::sum));
            return sum;
        }

        private long allTakenIn() {
            return takenIn.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
