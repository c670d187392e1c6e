// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.rule.store.PendingMessages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Pending messages in memory; no node is notified when they are due. */
public final class InMemoryPendingMessages implements PendingMessages {

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(Site site, Pending pending) {}

    @Override
    public synchronized CompletionStage<Boolean> add(
            Site site,
            UUID id,
            RuleMessage message,
            long dueAt,
            Bound bound,
            @Nullable Lease lease) {
        if (entries.stream().anyMatch(entry -> is(entry, site, id))) {
            return CompletableFuture.completedStage(true);
        }
        long inNode = entries.stream().filter(e -> e.site().node().equals(site.node())).count();
        long ofOriginator = entries.stream().filter(e -> e.site().equals(site)).count();
        if (inNode >= bound.inNode() || ofOriginator >= bound.ofOriginator()) {
            return CompletableFuture.completedStage(false);
        }
        entries.add(new Entry(site, new Pending(id, message, dueAt)));
        return CompletableFuture.completedStage(true);
    }

    private static boolean is(Entry entry, Site site, UUID id) {
        return entry.site().node().equals(site.node()) && entry.pending().id().equals(id);
    }

    @Override
    public synchronized CompletionStage<List<Pending>> find(Site site) {
        return CompletableFuture.completedStage(
                entries.stream().filter(e -> e.site().equals(site)).map(Entry::pending).toList());
    }

    @Override
    public synchronized CompletionStage<Void> remove(
            Site site, Collection<UUID> ids, @Nullable Lease lease) {
        entries.removeIf(entry -> entry.site().equals(site) && ids.contains(entry.pending().id()));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> postpone(
            Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease) {
        entries.replaceAll(entry ->
                entry.site().equals(site) && ids.contains(entry.pending().id())
                        ? new Entry(
                                site,
                                new Pending(entry.pending().id(), entry.pending().message(), dueAt))
                        : entry);
        return CompletableFuture.completedStage(null);
    }
}
