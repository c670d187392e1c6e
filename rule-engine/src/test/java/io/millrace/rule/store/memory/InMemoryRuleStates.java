// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.delivery.Lease;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps the states of alarm rules in memory. */
public final class InMemoryRuleStates implements RuleStates {

    private final Map<Site, RuleProgress> states = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<RuleProgress>> find(Site site, @Nullable Lease lease) {
        return CompletableFuture.completedStage(Optional.ofNullable(states.get(site)));
    }

    @Override
    public CompletionStage<Void> save(Site site, RuleProgress progress, @Nullable Lease lease) {
        if (progress.rules().isEmpty()) {
            states.remove(site);
        } else {
            states.put(site, progress);
        }
        return CompletableFuture.completedStage(null);
    }
}
