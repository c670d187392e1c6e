// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.id.TenantId;
import io.millrace.server.store.deadletter.DeadLetterListener;
import io.millrace.server.store.deadletter.DeadLetterListener.Reason;
import io.millrace.server.store.deadletter.DeadLetterRepository;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.LetterClaims.Letter;
import io.millrace.server.store.deadletter.LetterClaims.Walk;
import io.millrace.server.store.deadletter.Selection;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.SecurityUser;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Deletes dead letters permanently. Letters that are being resent are skipped. */
@Component
final class Deleter {

    private static final Logger log = LoggerFactory.getLogger(Deleter.class);
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final DeadLetterRepository letters;
    private final LetterClaims claims;
    private final DeadLetterListener listener;

    Deleter(DeadLetterRepository letters, LetterClaims claims, DeadLetterListener listener) {
        this.letters = letters;
        this.claims = claims;
        this.listener = listener;
    }

    /** Deletes the selected letters of the caller's tenant. */
    DeleteResult delete(SecurityUser caller, Selection selection) {
        DeleteResult result = delete(caller.tenantId(), selection);
        log.info(
                "User {} deleted dead letters of tenant {}: {}",
                caller.email(),
                caller.tenantId(),
                result);
        return result;
    }

    /**
     * Deletes one letter.
     *
     * @throws ApiException 404 if the tenant has no such letter, 409 if it is being resent
     */
    void delete(TenantId tenant, UUID letter) {
        DeleteResult result = delete(tenant, Selection.of(Set.of(letter)));
        if (result.deleted() == 0) {
            throw letters.exists(tenant, letter)
                    ? ApiException.conflict(
                            "Dead letter [%s] is being resent; try again later".formatted(letter))
                    : DeadLetterController.notFound(letter);
        }
    }

    private DeleteResult delete(TenantId tenant, Selection selection) {
        Walk walk = Walk.begin(tenant, selection);
        long giveUpAt = System.nanoTime() + LONGEST.toNanos();
        long deleted = 0;
        long busy = 0;
        long left = 0;
        UUID after = LetterClaims.BEGINNING;
        List<Letter> page = claims.delete(walk, after);
        while (!page.isEmpty()) {
            after = page.getLast().id();
            long free = page.stream().filter(Letter::free).count();
            listener.gone(Reason.DELETED, free);
            deleted += free;
            busy += page.size() - free;
            if (System.nanoTime() >= giveUpAt) {
                left = claims.left(walk, after);
                break;
            }
            page = claims.delete(walk, after);
        }
        return new DeleteResult(deleted + busy + left, deleted, busy, left);
    }
}
