// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Hop;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps nodes of chain versions to short numbers, because the same few nodes repeat. Guarded by the lock of the owning
 * shard.
 */
final class Sites {

    private static final int REMEMBERED = 256;

    /** A node of a version. */
    record Site(RuleChainId chain, long version, RuleNodeId node) {}

    /** A cached number of a node. */
    private record Known(RuleNodeId node, long version, int number) {}

    private final Map<Site, Integer> numbers = new HashMap<>();
    private final List<Site> sites = new ArrayList<>();
    private final Known[] remembered = new Known[REMEMBERED];

    int size() {
        return sites.size();
    }

    /** Returns the number of the node that a hop passed. */
    @SuppressWarnings("ReferenceEquality") // a quick way for the same object; others are looked up
    int numberOf(Hop hop) {
        int slot = System.identityHashCode(hop.node()) & (REMEMBERED - 1);
        Known known = remembered[slot];
        if (known != null && known.node == hop.node() && known.version == hop.chainVersion()) {
            return known.number;
        }
        int number = numberOf(new Site(hop.chain(), hop.chainVersion(), hop.node()));
        remembered[slot] = new Known(hop.node(), hop.chainVersion(), number);
        return number;
    }

    private int numberOf(Site site) {
        Integer known = numbers.get(site);
        if (known != null) {
            return known;
        }
        sites.add(site);
        numbers.put(site, sites.size() - 1);
        return sites.size() - 1;
    }

    Site of(int number) {
        return sites.get(number);
    }
}
