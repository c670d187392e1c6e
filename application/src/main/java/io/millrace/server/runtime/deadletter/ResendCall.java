// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.EntityId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.LetterClaims.Claimed;
import io.millrace.server.store.deadletter.LetterClaims.Walk;
import io.millrace.server.store.deadletter.SentLetters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call that resends letters, in the order in which their messages were originally accepted. It claims each letter,
 * submits its message, and the letter is deleted when the message is safe. If the process is killed in between, the
 * message is still stored. Used by one thread.
 */
final class ResendCall {

    private static final Logger log = LoggerFactory.getLogger(ResendCall.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

    private enum Sent {
        SUBMITTED,
        BUSY,
        REFUSED,
        UNREADABLE
    }

    private final Walk walk;
    private final MessageQueue queue;
    private final LetterClaims claims;
    private final SentLetters sentLetters;
    private final ResendLimits limits;
    private final UnaryOperator<RuleMessage> repair;
    private final ResendTally tally = new ResendTally();

    /** Originators with a message that found no room. Their other messages must not overtake it. */
    private final Set<EntityId> withoutRoom = new HashSet<>();

    private final long begun = System.nanoTime();
    private long lastAccepted = begun;
    private boolean stopped;

    /**
     * Creates a call.
     *
     * @param repair returns the message to submit for a letter's message
     */
    ResendCall(
            Walk walk,
            MessageQueue queue,
            LetterClaims claims,
            SentLetters sentLetters,
            ResendLimits limits,
            UnaryOperator<RuleMessage> repair) {
        this.walk = walk;
        this.queue = queue;
        this.claims = claims;
        this.sentLetters = sentLetters;
        this.limits = limits;
        this.repair = repair;
    }

    /** Resends as many letters as possible and returns the result for all. */
    ResendResult run() throws InterruptedException {
        UUID after = LetterClaims.BEGINNING;
        List<Claimed> page = claims.claim(walk, after);
        while (!page.isEmpty()) {
            after = page.getLast().id();
            send(page);
            if (stopped) {
                tally.refused(claims.left(walk, after));
                break;
            }
            page = claims.claim(walk, after);
        }
        tally.await(limits.farewell());
        return tally.result();
    }

    private void send(List<Claimed> page) throws InterruptedException {
        List<UUID> kept = new ArrayList<>();
        try {
            for (Claimed letter : page) {
                kept.add(letter.id());
                switch (letter.free() ? send(letter) : Sent.BUSY) {
                    case SUBMITTED -> {
                        tally.submitted();
                        kept.removeLast();
                    }
                    case BUSY -> {
                        tally.busy();
                        kept.removeLast();
                    }
                    case REFUSED -> tally.refused(1);
                    case UNREADABLE -> tally.unreadable();
                }
            }
        } finally {
            // Also of a letter whose message the queue threw out, as one that is too large.
            claims.release(walk.call(), kept);
        }
    }

    private Sent send(Claimed letter) throws InterruptedException {
        RuleMessage message;
        try {
            message = RuleMessageCodec.decode(letter.message());
        } catch (IllegalArgumentException e) {
            log.warn(
                    "Cannot decode the message of dead letter {}; the letter stays",
                    letter.id(),
                    e);
            return Sent.UNREADABLE;
        }
        if (stopped || withoutRoom.contains(message.originator())) {
            return Sent.REFUSED;
        }
        Sent sent = submitPatiently(letter.id(), repair.apply(message));
        long now = System.nanoTime();
        if (sent == Sent.SUBMITTED) {
            lastAccepted = now;
        } else if (sent == Sent.REFUSED) {
            withoutRoom.add(message.originator());
            stopped |= now - lastAccepted >= limits.standstill().toNanos();
        }
        stopped |= now - begun >= limits.total().toNanos();
        return sent;
    }

    private Sent submitPatiently(UUID letter, RuleMessage message) throws InterruptedException {
        long start = System.nanoTime();
        Duration pause = FIRST_PAUSE;
        Sent sent = submit(letter, message);
        while (sent == Sent.REFUSED && !stopped && isPatient(start)) {
            Thread.sleep(pause);
            Duration twice = pause.multipliedBy(2);
            pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
            sent = submit(letter, message);
        }
        return sent;
    }

    private boolean isPatient(long start) {
        long now = System.nanoTime();
        return now - start < limits.perOriginator().toNanos()
                && now - begun < limits.total().toNanos();
    }

    private Sent submit(UUID letter, RuleMessage message) {
        return switch (sentLetters.enter(letter)) {
            case KNOWN -> Sent.BUSY;
            case FULL -> Sent.REFUSED;
            case ENTERED -> submitEntered(letter, message);
        };
    }

    private Sent submitEntered(UUID letter, RuleMessage message) {
        boolean accepted = false;
        try {
            Admission admission = queue.submit(message, Source.RESENT, () -> safe(letter));
            accepted = admission == Admission.ACCEPTED;
            stopped |= admission == Admission.CLOSED;
        } finally {
            if (!accepted) {
                sentLetters.leave(letter);
            }
        }
        return accepted ? Sent.SUBMITTED : Sent.REFUSED;
    }

    /** Called by the queue when the message is safe, possibly long after this call has returned. */
    private void safe(UUID letter) {
        var _ = sentLetters.safe(letter).whenComplete((_, error) -> tally.decided(error == null));
    }
}
