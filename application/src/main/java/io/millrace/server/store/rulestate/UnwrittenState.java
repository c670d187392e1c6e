// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.rulestate;

import io.millrace.message.delivery.Lease;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A state that was saved and is not written yet.
 *
 * @param done completes when it, or a later one of the same device, was written or dropped
 */
record UnwrittenState(
        Site site, RuleProgress progress, @Nullable Lease lease, CompletableFuture<Void> done) {

    private static final int BYTES = 250;

    StateKey key() {
        return StateKey.of(site);
    }

    int bytes() {
        return BYTES + progress.bytes();
    }
}
