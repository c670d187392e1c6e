// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.message.Payload;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.RestReplies;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.context.event.EventListener;

/**
 * Delivers replies to the instance where the call waits: in memory on this instance, or through a database table to
 * another instance, which the database notifies.
 */
final class InstanceReplies implements RestReplies {

    private final String self;
    private final boolean alone;
    private final WaitingCalls calls;
    private final ReplyTable table;
    private final DatabaseLookups database;

    /**
     * @param self the name of this instance
     * @param alone true if this is the only instance
     */
    InstanceReplies(
            String self,
            boolean alone,
            WaitingCalls calls,
            ReplyTable table,
            DatabaseLookups database) {
        this.self = self;
        this.alone = alone;
        this.calls = calls;
        this.table = table;
        this.database = database;
    }

    @Override
    public CompletionStage<Void> reply(String serviceId, UUID request, Payload answer) {
        if (serviceId.equals(self)) {
            calls.answer(request, answer);
            return CompletableFuture.completedStage(null);
        }
        if (alone) {
            return CompletableFuture.failedStage(
                    new StoreException(
                            "serviceId: expected the name of this instance, \"%s\", got \"%s\""
                                    .formatted(self, serviceId)));
        }
        return database.runUntilAnswered(TenantId.SYSTEM, () -> table.add(request, answer))
                .thenAccept(_ -> {});
    }

    /** Fetches the reply that another instance has stored for a call that waits here. */
    @EventListener
    void stored(ReplyStored told) {
        UUID request = told.request();
        if (request == null) {
            calls.waiting().forEach(this::fetch);
        } else if (calls.isWaiting(request)) {
            fetch(request);
        }
    }

    private void fetch(UUID request) {
        var _ =
                database.runUntilAnswered(TenantId.SYSTEM, () -> table.take(request))
                        .thenAccept(
                                found -> found.ifPresent(answer -> calls.answer(request, answer)));
    }
}
