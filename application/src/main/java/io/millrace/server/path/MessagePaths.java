// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.path;

import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import io.millrace.server.delivery.DeadLetterReader;
import io.millrace.server.delivery.StoredDeadLetter;
import io.millrace.server.path.PathView.DeliveryView;
import io.millrace.server.path.PathView.ErrorView;
import io.millrace.server.path.PathView.HopView;
import io.millrace.server.rulechain.RuleChainNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Puts together what is known of messages' ways: from memory, from the dead letters, and the names of chains and nodes. */
@Component
final class MessagePaths {

    private final PathRing ring;
    private final DeadLetterReader deadLetters;
    private final RuleChainNames names;

    MessagePaths(PathRing ring, DeadLetterReader deadLetters, RuleChainNames names) {
        this.ring = ring;
        this.deadLetters = deadLetters;
        this.names = names;
    }

    /** The deliveries of a message; none where nothing is known of it any more. */
    List<DeliveryView> of(TenantId tenant, UUID message) {
        List<StoredDeadLetter> letters = deadLetters.of(tenant, message);
        Namer namer = new Namer(tenant);
        Stream<DeliveryView> inMemory =
                ring.find(tenant, message).stream()
                        // The table knows more of them.
                        .filter(path ->
                                letters.isEmpty() || path.outcome() != Outcome.DEAD_LETTERED)
                        .map(path -> view(path, namer));
        return Stream.concat(inMemory, letters.stream().map(letter -> view(message, letter, namer)))
                .toList();
    }

    /** The latest deliveries of an originator's messages, newest first. */
    List<DeliveryView> latest(TenantId tenant, EntityId originator, int limit) {
        Namer namer = new Namer(tenant);
        return ring.latest(tenant, originator, limit).stream()
                .map(path -> view(path, namer))
                .toList();
    }

    private static DeliveryView view(PathRecord path, Namer namer) {
        return new DeliveryView(
                path.message(),
                path.originator(),
                path.type(),
                path.outcome(),
                path.attempts(),
                path.endedAt(),
                path.micros(),
                null,
                path.path().branchEnds().stream()
                        .map(end -> namer.branch(Path.hopsTo(end)))
                        .toList());
    }

    private static DeliveryView view(UUID message, StoredDeadLetter letter, Namer namer) {
        return new DeliveryView(
                message,
                letter.originator(),
                letter.type(),
                Outcome.DEAD_LETTERED,
                letter.attempts(),
                letter.at(),
                null,
                new ErrorView(
                        letter.failure().error(),
                        letter.failure().chain(),
                        letter.failure().node(),
                        letter.failure().nodeName()),
                letter.branches().stream().map(namer::branch).toList());
    }

    /** Names of one answer's chains and nodes, each looked up once. */
    private final class Namer {

        private final TenantId tenant;
        private @Nullable Map<RuleChainId, String> chains;
        private final Map<RuleChainId, Map<Long, Map<RuleNodeId, String>>> nodes = new HashMap<>();

        Namer(TenantId tenant) {
            this.tenant = tenant;
        }

        List<HopView> branch(List<Hop> hops) {
            List<HopView> views = new ArrayList<>();
            for (Hop hop : hops) {
                views.add(
                        new HopView(
                                hop.chain(),
                                chainName(hop.chain()),
                                hop.chainVersion(),
                                hop.node(),
                                nodeName(hop),
                                hop.label(),
                                hop.micros()));
            }
            return views;
        }

        private @Nullable String chainName(RuleChainId chain) {
            if (chains == null) {
                chains = names.of(tenant);
            }
            return chains.get(chain);
        }

        private @Nullable String nodeName(Hop hop) {
            return nodes.computeIfAbsent(hop.chain(), _ -> new HashMap<>())
                    .computeIfAbsent(
                            hop.chainVersion(), version -> names.nodes(hop.chain(), version))
                    .get(hop.node());
        }
    }
}
