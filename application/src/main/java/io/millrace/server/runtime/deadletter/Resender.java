// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.RuleMessage;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
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
        ResendResult result = resend(caller.tenantId(), selection, UnaryOperator.identity());
        log.info(
                "User {} resent dead letters of tenant {}: {}",
                caller.email(),
                caller.tenantId(),
                result);
        return result;
    }

    /**
     * Resends one letter of the caller's tenant.
     *
     * @param repaired replaces parts of the message; null sends it unchanged
     * @throws ApiException 404 if the tenant has no such letter, 409 if it is already being resent or cannot be
     *     decoded, 503 if the queue has no room, 400 if the repaired parts are not valid or too large. The letter stays
     *     unchanged then.
     */
    ResendResult resend(SecurityUser caller, UUID letter, @Nullable RepairedMessage repaired)
            throws InterruptedException {
        ResendResult result =
                repaired == null
                        ? resendOne(caller.tenantId(), letter, UnaryOperator.identity())
                        : resendRepaired(caller.tenantId(), letter, repaired);
        log.info(
                "User {} resent dead letter {} of tenant {}{}",
                caller.email(),
                letter,
                caller.tenantId(),
                repaired == null ? "" : " with repaired content");
        return result;
    }

    private ResendResult resendRepaired(TenantId tenant, UUID letter, RepairedMessage repaired)
            throws InterruptedException {
        // Before the letter is claimed: a refused repair changes nothing.
        var _ = repaired.repair(message(tenant, letter));
        try {
            return resendOne(tenant, letter, repaired::repair);
        } catch (IllegalArgumentException tooLarge) {
            throw ApiException.badRequest(
                    "The queue refuses the repaired message: " + tooLarge.getMessage());
        }
    }

    private RuleMessage message(TenantId tenant, UUID letter) {
        try {
            return letters.find(tenant, letter)
                    .orElseThrow(() -> DeadLetterController.notFound(letter))
                    .message();
        } catch (IllegalArgumentException _) {
            throw unreadable(letter);
        }
    }

    private ResendResult resendOne(TenantId tenant, UUID letter, UnaryOperator<RuleMessage> repair)
            throws InterruptedException {
        ResendResult result = resend(tenant, Selection.of(Set.of(letter)), repair);
        if (result.busy() > 0 || (result.matched() == 0 && letters.exists(tenant, letter))) {
            throw ApiException.conflict(
                    "Dead letter [%s] is already being resent".formatted(letter));
        }
        if (result.matched() == 0) {
            throw DeadLetterController.notFound(letter);
        }
        if (result.unreadable() > 0) {
            throw unreadable(letter);
        }
        if (result.refused() > 0) {
            throw ApiException.unavailable(
                    "The queue has no room for the message of dead letter [%s]; try again later"
                            .formatted(letter));
        }
        return result;
    }

    private static ApiException unreadable(UUID letter) {
        return ApiException.conflict(
                "The message of dead letter [%s] cannot be decoded".formatted(letter));
    }

    private ResendResult resend(
            TenantId tenant, Selection selection, UnaryOperator<RuleMessage> repair)
            throws InterruptedException {
        Walk walk = Walk.begin(tenant, selection);
        return new ResendCall(walk, queue, claims, sentLetters, limits, repair).run();
    }
}
