// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.rule.store.StoreException;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The items of one transaction, in the order of their submission. */
public final class Batch<T> {

    private final List<Pending<T>> pending;
    private final @Nullable StoreException[] refusals;

    Batch(List<Pending<T>> pending) {
        this.pending = pending;
        this.refusals = new StoreException[pending.size()];
    }

    /**
     * An item.
     *
     * @param bytes its approximate size
     * @param since when it was submitted, by the ticker of {@link WaitingItems}
     * @param done completes when the item is stored
     */
    record Pending<T>(T item, long bytes, long since, CompletableFuture<Void> done) {}

    /** The items, including refused ones. */
    public List<T> items() {
        return new AbstractList<>() {
            @Override
            public T get(int index) {
                return pending.get(index).item();
            }

            @Override
            public int size() {
                return pending.size();
            }
        };
    }

    /** Excludes an item from the transaction; its stage fails with the reason. */
    public void refuse(int index, StoreException reason) {
        refusals[index] = reason;
    }

    /** True if the item was refused. */
    public boolean isRefused(int index) {
        return refusals[index] != null;
    }

    void complete() {
        for (int i = 0; i < refusals.length; i++) {
            @Nullable StoreException refusal = refusals[i];
            if (refusal == null) {
                pending.get(i).done().complete(null);
            } else {
                pending.get(i).done().completeExceptionally(refusal);
            }
        }
    }
}
