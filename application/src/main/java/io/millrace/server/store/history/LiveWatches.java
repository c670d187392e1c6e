// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.delivery.Hop;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The watches of one tenant as the hot path asks for them. Immutable. */
public final class LiveWatches {

    private final Map<EntityId, Long> originators = new HashMap<>();
    private final Map<RuleChainId, Long> chains = new HashMap<>();
    private final Map<RuleNodeId, Long> nodes = new HashMap<>();

    /** Creates the watches of one tenant. */
    public LiveWatches(List<MessageWatch> watches) {
        for (MessageWatch watch : watches) {
            if (watch.entity().type() == EntityType.RULE_NODE) {
                nodes.put(new RuleNodeId(watch.entity().id()), watch.until());
            } else if (watch.entity().type() == EntityType.RULE_CHAIN) {
                chains.put(new RuleChainId(watch.entity().id()), watch.until());
            }
            // A rule chain can be an originator, too.
            originators.put(watch.entity(), watch.until());
        }
    }

    static Map<TenantId, LiveWatches> byTenant(List<MessageWatch> watches) {
        Map<TenantId, List<MessageWatch>> sorted = new HashMap<>();
        for (MessageWatch watch : watches) {
            sorted.computeIfAbsent(watch.tenant(), _ -> new ArrayList<>()).add(watch);
        }
        Map<TenantId, LiveWatches> live = new HashMap<>();
        sorted.forEach((tenant, its) -> live.put(tenant, new LiveWatches(its)));
        return Map.copyOf(live);
    }

    /** True if an originator is watched at a time, in milliseconds since the epoch. */
    public boolean covers(EntityId originator, long time) {
        return isLive(originators.get(originator), time);
    }

    /** True if the node of a hop or its chain is watched at a time, in milliseconds since the epoch. */
    public boolean covers(Hop hop, long time) {
        return isLive(nodes.get(hop.node()), time) || isLive(chains.get(hop.chain()), time);
    }

    private static boolean isLive(@Nullable Long until, long time) {
        return until != null && time < until;
    }
}
