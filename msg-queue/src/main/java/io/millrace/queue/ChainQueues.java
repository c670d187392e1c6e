// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The queues that rule chains have configured for messages that enter through them and name no queue.
 *
 * @param byChain queue names by chain
 * @param byRoot queue names of root chains, by tenant
 */
public record ChainQueues(Map<RuleChainId, String> byChain, Map<TenantId, String> byRoot) {

    /** No chain has configured a queue. */
    public static final ChainQueues NONE = new ChainQueues(Map.of(), Map.of());

    public ChainQueues {
        byChain = Map.copyOf(byChain);
        byRoot = Map.copyOf(byRoot);
    }

    /** Returns the queue that the chain of a message has configured, or null. */
    @Nullable String of(RuleMessage message) {
        if (byChain.isEmpty()) {
            return null;
        }
        EntryPoint entry = message.entry();
        return entry == null ? byRoot.get(message.tenant()) : byChain.get(entry.chain());
    }
}
