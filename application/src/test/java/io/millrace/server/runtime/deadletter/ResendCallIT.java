// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import io.millrace.server.store.deadletter.DeadLetterListener.Reason;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.LetterClaims.Walk;
import io.millrace.server.store.deadletter.Letters;
import io.millrace.server.store.deadletter.Selection;
import io.millrace.server.store.deadletter.SentLetters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resend calls with a real database, and a queue that the test controls. */
final class ResendCallIT {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final ResendLimits IMPATIENT =
            new ResendLimits(
                    Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ZERO);

    private final TenantId tenant = new TenantId(UUID.randomUUID());
    private final DeviceId device = new DeviceId(UUID.randomUUID());
    private final Letters letters = new Letters();
    private final LetterClaims claims = letters.claims;
    private final AtomicLong resent = new AtomicLong();
    private final ManualQueue queue = new ManualQueue();
    private final SentLetters sentLetters = sentLetters(1_000);

    @AfterEach
    void close() {
        sentLetters.close();
        letters.close();
    }

    private SentLetters sentLetters(int most) {
        return new SentLetters(
                letters.transactions,
                (reason, count) -> {
                    assertThat(reason).isEqualTo(Reason.RESENT);
                    resent.addAndGet(count);
                },
                most);
    }

    private ResendResult resend(Selection selection, ResendLimits limits) throws Exception {
        return resend(selection, limits, sentLetters);
    }

    private ResendResult resend(Selection selection, ResendLimits limits, SentLetters sent)
            throws Exception {
        return new ResendCall(
                        Walk.begin(tenant, selection),
                        queue,
                        claims,
                        sent,
                        limits,
                        UnaryOperator.identity())
                .run();
    }

    private UUID bury() {
        return letters.bury(Letters.message(tenant, device), NOW);
    }

    @Test
    void sendsAllLettersOfATenantInTheirOrderAndForgetsThem() throws Exception {
        List<RuleMessage> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(Letters.message(tenant, device));
        }
        messages.forEach(message -> letters.bury(message, NOW));
        UUID foreign = letters.bury(Letters.message(new TenantId(UUID.randomUUID()), device), NOW);

        ResendResult result = resend(Selection.ALL, ResendLimits.DEFAULT);

        assertThat(result).isEqualTo(new ResendResult(600, 600, 0, 0, 0, 0));
        assertThat(queue.messages()).isEqualTo(messages);
        assertThat(queue.submitted).allMatch(taken -> taken.source() == Source.RESENT);
        assertThat(letters.all()).containsExactly(foreign);
        assertThat(resent).hasValue(600);
    }

    @Test
    void keepsALetterUntilItsMessageIsSafe() throws Exception {
        UUID letter = bury();
        queue.safeAtOnce = false;

        ResendResult result = resend(Selection.ALL, IMPATIENT);

        assertThat(result).isEqualTo(new ResendResult(1, 0, 1, 0, 0, 0));
        assertThat(letters.all()).containsExactly(letter);
        queue.submitted.getFirst().receipt().safe();
        await().untilAsserted(() -> assertThat(letters.all()).isEmpty());
    }

    @Test
    void leavesTheNewLetterOfAMessageThatFailsAgainBeforeItsSenderIsNotified() throws Exception {
        UUID old = bury();
        Set<UUID> made = ConcurrentHashMap.newKeySet();
        queue.admission =
                message -> {
                    made.add(letters.bury(message, NOW.plusSeconds(1)));
                    return Admission.ACCEPTED;
                };

        ResendResult result = resend(Selection.ALL.madeUntil(NOW), ResendLimits.DEFAULT);

        assertThat(result).isEqualTo(new ResendResult(1, 1, 0, 0, 0, 0));
        assertThat(letters.all()).hasSize(1).doesNotContain(old).containsExactlyElementsOf(made);
    }

    @Test
    void sendsALetterOnceThoughTwoAskForIt() throws Exception {
        UUID letter = bury();
        queue.safeAtOnce = false;
        resend(Selection.ALL, IMPATIENT);

        ResendResult second = resend(Selection.of(Set.of(letter)), IMPATIENT);

        assertThat(second).isEqualTo(new ResendResult(1, 0, 0, 1, 0, 0));
        assertThat(queue.submitted).hasSize(1);
    }

    @Test
    void sendsEachLetterOnceThoughSeveralInstancesSendAllAtOnce() throws Exception {
        Set<UUID> messages = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            RuleMessage message = Letters.message(tenant, device);
            messages.add(message.id());
            letters.bury(message, NOW);
        }
        Callable<ResendResult> instance =
                () -> {
                    try (SentLetters own = sentLetters(1_000)) {
                        return resend(Selection.ALL, ResendLimits.DEFAULT, own);
                    }
                };

        List<Future<ResendResult>> results;
        try (ExecutorService instances = Executors.newFixedThreadPool(4)) {
            results = instances.invokeAll(Collections.nCopies(4, instance));
        }

        assertThat(queue.messages().stream().map(RuleMessage::id))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(messages);
        assertThat(results.stream().mapToLong(result -> result.resultNow().resent()).sum())
                .isEqualTo(1_000);
        assertThat(letters.all()).isEmpty();
    }

    @Test
    void sendsALetterThatAKilledProcessHadClaimedOnceTheClaimIsOver() throws Exception {
        bury();
        claims.claim(Walk.begin(tenant, Selection.ALL), LetterClaims.BEGINNING);
        assertThat(resend(Selection.ALL, IMPATIENT).busy()).isOne();

        letters.jdbc
                .sql("update dead_letter set resending_until = now() - interval '1 second'")
                .update();
        ResendResult result = resend(Selection.ALL, ResendLimits.DEFAULT);

        assertThat(result).isEqualTo(new ResendResult(1, 1, 0, 0, 0, 0));
    }

    @Test
    void doesNotSendAgainWhatThisProcessHasUnderWayHoweverLongThatTakes() throws Exception {
        bury();
        queue.safeAtOnce = false;
        resend(Selection.ALL, IMPATIENT);
        letters.jdbc
                .sql("update dead_letter set resending_until = now() - interval '1 second'")
                .update();

        ResendResult second = resend(Selection.ALL, IMPATIENT);

        assertThat(second).isEqualTo(new ResendResult(1, 0, 0, 1, 0, 0));
        assertThat(queue.submitted).hasSize(1);
    }

    @Test
    void renewsTheClaimsOfWhatIsUnderWay() throws Exception {
        bury();
        queue.safeAtOnce = false;
        resend(Selection.ALL, IMPATIENT);
        letters.jdbc
                .sql("update dead_letter set resending_until = now() - interval '1 second'")
                .update();

        claims.renew(sentLetters.all());

        assertThat(
                        letters.jdbc
                                .sql("select resending_until > now() from dead_letter")
                                .query(Boolean.class)
                                .single())
                .isTrue();
    }

    @Test
    void waitsForRoom() throws Exception {
        bury();
        AtomicLong asked = new AtomicLong();
        queue.admission = _ -> asked.incrementAndGet() < 3 ? Admission.FULL : Admission.ACCEPTED;

        ResendResult result =
                resend(
                        Selection.ALL,
                        new ResendLimits(
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(2),
                                Duration.ofSeconds(30)));

        assertThat(result).isEqualTo(new ResendResult(1, 1, 0, 0, 0, 0));
    }

    @Test
    void goesOnWithOthersWhereOneOriginatorHasNoRoomAndLetsNoneOfItsOvertakeAnother()
            throws Exception {
        RuleMessage first = Letters.message(tenant, device);
        RuleMessage second = Letters.message(tenant, device);
        RuleMessage others = Letters.message(tenant, new DeviceId(UUID.randomUUID()));
        UUID firstLetter = letters.bury(first, NOW);
        UUID secondLetter = letters.bury(second, NOW);
        letters.bury(others, NOW);
        queue.admission =
                message -> message.id().equals(first.id()) ? Admission.FULL : Admission.ACCEPTED;

        ResendResult result =
                resend(
                        Selection.ALL,
                        new ResendLimits(
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(1),
                                Duration.ofSeconds(30)));

        assertThat(result).isEqualTo(new ResendResult(3, 1, 0, 0, 2, 0));
        assertThat(queue.messages()).containsExactly(others);
        assertThat(letters.all()).containsExactly(firstLetter, secondLetter);
    }

    @Test
    void givesUpIfNoMessageFindsRoomAndReleasesItsClaims() throws Exception {
        for (int i = 0; i < 300; i++) {
            letters.bury(Letters.message(tenant, new DeviceId(UUID.randomUUID())), NOW);
        }
        AtomicLong asked = new AtomicLong();
        queue.admission =
                _ -> {
                    asked.incrementAndGet();
                    return Admission.FULL;
                };

        ResendResult result =
                resend(
                        Selection.ALL,
                        new ResendLimits(
                                Duration.ZERO,
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                Duration.ZERO));

        assertThat(result).isEqualTo(new ResendResult(300, 0, 0, 0, 300, 0));
        assertThat(asked).hasValue(1);
        queue.admission = _ -> Admission.ACCEPTED;
        assertThat(resend(Selection.ALL, ResendLimits.DEFAULT).resent()).isEqualTo(300);
    }

    @Test
    void stopsWhenTheQueueCloses() throws Exception {
        bury();
        bury();
        queue.admission = _ -> Admission.CLOSED;

        ResendResult result = resend(Selection.ALL, ResendLimits.DEFAULT);

        assertThat(result).isEqualTo(new ResendResult(2, 0, 0, 0, 2, 0));
        assertThat(letters.all()).hasSize(2);
    }

    @Test
    void endsWhenItsTimeIsOver() throws Exception {
        for (int i = 0; i < 300; i++) {
            bury();
        }

        ResendResult result =
                resend(
                        Selection.ALL,
                        new ResendLimits(
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                Duration.ZERO,
                                Duration.ofSeconds(30)));

        assertThat(result).isEqualTo(new ResendResult(300, 1, 0, 0, 299, 0));
    }

    @Test
    void hasNoMoreUnderWayThanItMay() throws Exception {
        bury();
        bury();
        queue.safeAtOnce = false;
        try (SentLetters one = sentLetters(1)) {
            ResendResult result = resend(Selection.ALL, IMPATIENT, one);

            assertThat(result).isEqualTo(new ResendResult(2, 0, 1, 0, 1, 0));
        }
    }

    @Test
    void leavesALetterWhoseMessageCannotBeRead() throws Exception {
        UUID unreadable = bury();
        letters.jdbc.sql("update dead_letter set message = '\\xff'::bytea").update();
        bury();

        ResendResult result = resend(Selection.ALL, ResendLimits.DEFAULT);

        assertThat(result).isEqualTo(new ResendResult(2, 1, 0, 0, 0, 1));
        assertThat(letters.all()).containsExactly(unreadable);
    }
}
