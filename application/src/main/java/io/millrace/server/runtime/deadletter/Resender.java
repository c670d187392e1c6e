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

/** Sends dead letters again: their messages keep their ids, their queue and the place where they enter. */
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

    /** Sends those of the caller's tenant that are meant. */
    ResendResult resend(SecurityUser caller, Selection selection) throws InterruptedException {
        ResendResult result = resend(caller.tenantId(), selection);
        log.info(
                "{} sent dead letters of tenant {} again: {}",
                caller.email(),
                caller.tenantId(),
                result);
        return result;
    }

    /**
     * Sends one letter.
     *
     * @throws ApiException 404 where the tenant has no such letter, 409 where it is being sent already or cannot be read, 503
     *     where the queue has no room
     */
    ResendResult resend(TenantId tenant, UUID letter) throws InterruptedException {
        ResendResult result = resend(tenant, Selection.of(Set.of(letter)));
        if (result.busy() > 0 || (result.matched() == 0 && letters.exists(tenant, letter))) {
            throw ApiException.conflict(
                    "Dead letter [%s] is being sent again already".formatted(letter));
        }
        if (result.matched() == 0) {
            throw DeadLetterController.notFound(letter);
        }
        if (result.unreadable() > 0) {
            throw ApiException.conflict(
                    "The message of dead letter [%s] cannot be read".formatted(letter));
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
