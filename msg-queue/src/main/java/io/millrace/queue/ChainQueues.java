// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The queues that chains have chosen for messages that enter by them and name none themselves.
 *
 * @param byChain names of queues
 * @param byRoot the same by the tenant whose root chain it is
 */
public record ChainQueues(Map<RuleChainId, String> byChain, Map<TenantId, String> byRoot) {

    /** No chain has chosen. */
    public static final ChainQueues NONE = new ChainQueues(Map.of(), Map.of());

    public ChainQueues {
        byChain = Map.copyOf(byChain);
        byRoot = Map.copyOf(byRoot);
    }

    /** The queue that the chain of a message has chosen, or null. */
    @Nullable String of(RuleMessage message) {
        if (byChain.isEmpty()) {
            return null;
        }
        EntryPoint entry = message.entry();
        return entry == null ? byRoot.get(message.tenant()) : byChain.get(entry.chain());
    }
}
