// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue;
import io.millrace.server.store.deadletter.DeadLetterRepository;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.LetterClaims.Walk;
import io.millrace.server.store.deadletter.Selection;
import io.millrace.server.store.deadletter.SentLetters;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.SecurityUser;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resends dead letters. Their messages keep their id, queue and entry point. */
final class Resender {

    private static final Logger log = LoggerFactory.getLogger(Resender.class);

    private final MessageQueue queue;
    private final DeadLetterRepository letters;
    private final LetterClaims claims;
    private final SentLetters sentLetters;
    private final ResendLimits limits;

    Resender(
            MessageQueue queue,
            DeadLetterRepository letters,
            LetterClaims claims,
            SentLetters sentLetters,
            ResendLimits limits) {
        this.queue = queue;
        this.letters = letters;
        this.claims = claims;
        this.sentLetters = sentLetters;
        this.limits = limits;
    }

    /** Resends the selected letters of the caller's tenant. */
    ResendResult resend(SecurityUser caller, Selection selection) throws InterruptedException {
        ResendResult result = resend(caller.tenantId(), selection);
        log.info(
                "User {} resent dead letters of tenant {}: {}",
                caller.email(),
                caller.tenantId(),
                result);
        return result;
    }

    /**
     * Resends one letter.
     *
     * @throws ApiException 404 if the tenant has no such letter, 409 if it is already being resent or cannot be
     *     decoded, 503 if the queue has no room
     */
    ResendResult resend(TenantId tenant, UUID letter) throws InterruptedException {
        ResendResult result = resend(tenant, Selection.of(Set.of(letter)));
        if (result.busy() > 0 || (result.matched() == 0 && letters.exists(tenant, letter))) {
            throw ApiException.conflict(
                    "Dead letter [%s] is already being resent".formatted(letter));
        }
        if (result.matched() == 0) {
            throw DeadLetterController.notFound(letter);
        }
        if (result.unreadable() > 0) {
            throw ApiException.conflict(
                    "The message of dead letter [%s] cannot be decoded".formatted(letter));
        }
        if (result.refused() > 0) {
            throw ApiException.unavailable(
                    "The queue has no room for the message of dead letter [%s]; try again later"
                            .formatted(letter));
        }
        return result;
    }

    private ResendResult resend(TenantId tenant, Selection selection) throws InterruptedException {
        Walk walk = Walk.begin(tenant, selection);
        return new ResendCall(walk, queue, claims, sentLetters, limits).run();
    }
}
