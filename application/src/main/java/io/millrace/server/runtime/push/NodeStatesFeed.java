// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;

/** A session's subscription to the states and figures of a chain's nodes. */
record NodeStatesFeed(PushSession session, int cmdId, TenantId tenant, RuleChainId chain) {

    /** Two subscriptions are the same only if they are one object: a client may use an id again. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
