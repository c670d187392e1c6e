// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.rulestate;

import io.millrace.rule.store.PendingMessages.Site;
import java.util.UUID;

/** Names the row of a state. */
record StateKey(UUID node, UUID device) implements Comparable<StateKey> {

    static StateKey of(Site site) {
        return new StateKey(site.node().id(), site.originator().id());
    }

    /** The order in which rows are locked. */
    @Override
    public int compareTo(StateKey other) {
        int byNode = node.compareTo(other.node);
        return byNode != 0 ? byNode : device.compareTo(other.device);
    }
}
