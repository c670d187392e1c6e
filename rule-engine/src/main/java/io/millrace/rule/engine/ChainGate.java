// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a chain, which senders of messages cache. The tenant's actor opens it, points it to new versions and
 * closes it. Branches that arrive before it is open wait, and enter first when it opens, so that their order holds. The
 * number of waiting branches is bounded by the queue's room. Safe for use by many threads.
 */
final class ChainGate {

    /**
     * The chain that a gate leads to.
     *
     * @param chain the chain, or null: the tenant's current root chain
     */
    record Key(TenantId tenant, @Nullable RuleChainId chain) {

        @Override
        public String toString() {
            return chain == null ? "the root rule chain" : "rule chain " + chain;
        }
    }

    private final Key key;
    private final BiConsumer<Branch, String> refuse;
    private final ArrayDeque<Branch> waiting = new ArrayDeque<>();
    private volatile @Nullable ChainHandle open;
    private @Nullable String refusal;

    /** Creates a closed gate; {@code refuse} is called for branches that can never enter. */
    ChainGate(Key key, BiConsumer<Branch, String> refuse) {
        this.key = key;
        this.refuse = refuse;
    }

    Key key() {
        return key;
    }

    void enter(Branch branch) {
        ChainHandle chain = open;
        if (chain == null || !chain.enter(branch)) {
            enterOrWait(branch);
        }
    }

    private synchronized void enterOrWait(Branch branch) {
        ChainHandle chain = open;
        if (chain != null && chain.enter(branch)) {
            return;
        }
        String reason = refusal;
        if (reason != null) {
            refuse.accept(branch, reason);
        } else {
            waiting.add(branch);
        }
    }

    /** Sends branches to the given version from now on. */
    synchronized void open(ChainHandle chain) {
        refusal = null;
        for (Branch branch = waiting.poll(); branch != null; branch = waiting.poll()) {
            if (!chain.enter(branch)) {
                waiting.addFirst(branch);
                return;
            }
        }
        open = chain;
    }

    /** Refuses all branches from now on. */
    synchronized void close(String reason) {
        open = null;
        refusal = reason;
        for (Branch branch = waiting.poll(); branch != null; branch = waiting.poll()) {
            refuse.accept(branch, reason);
        }
    }

    synchronized @Nullable ChainHandle current() {
        return open;
    }
}
