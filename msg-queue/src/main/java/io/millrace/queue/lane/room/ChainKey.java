// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * A chain whose messages share room and a line of the ledger.
 *
 * @param tenant null in the ledger line that sums the accounts that were given up
 * @param chain the chain that messages enter, or null: the tenant's root chain
 */
public record ChainKey(@Nullable TenantId tenant, @Nullable RuleChainId chain) {

    public static final ChainKey OTHERS = new ChainKey(null, null);

    /** Returns the chain that a message enters. */
    public static ChainKey of(RuleMessage message) {
        EntryPoint entry = message.entry();
        return new ChainKey(message.tenant(), entry == null ? null : entry.chain());
    }
}
