// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stores how far the alarm rules of devices have got in nodes. A state is written some time after it was saved, at most
 * once a second for each device, and at the end of the process; of several states only the latest is written. While the
 * store is unavailable, its stages stay incomplete; they do not fail.
 */
public interface RuleStates {

    /**
     * Returns the state of a device in a node, or empty if it has none. Includes every state that was saved under the same
     * lease.
     *
     * @param lease the lease of the reader, or null: a single instance needs no lease
     */
    CompletionStage<Optional<RuleProgress>> find(Site site, @Nullable Lease lease);

    /**
     * Saves the state of a device in a node. A state without counts removes the stored one. If the lease ends before the
     * state is written, the state is dropped.
     *
     * @return completes when the caller may go on: at once, or, if too many states wait to be written, when this one is
     *     written
     */
    CompletionStage<Void> save(Site site, RuleProgress progress, @Nullable Lease lease);
}
