// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuditTest {

    private static final Device DEVICE = new Device("id", "name", "token");
    private static final long FIRST_TS = 1_700_000_000_000L;

    private final TreeSet<Long> stored = new TreeSet<>();
    private int looks;
    private int deadLetters;

    @Test
    void nothingIsLostWhenAllThatWasAcknowledgedIsStored() throws Exception {
        store(0, 1, 2, 3, 4);

        Account account = audit(Duration.ZERO, published(5, 2, 0, 1, 2, 3, 4));

        assertThat(account).isEqualTo(new Account(5, 5, 5, 3, 0, 0));
        assertThat(account.lost()).isZero();
    }

    @Test
    void aReadingIsLostThoughAsManyAreStoredAsWereAcknowledged() throws Exception {
        store(0, 1, 3);

        Account account = audit(Duration.ZERO, published(4, 0, 0, 1, 2));

        assertThat(account.stored()).isEqualTo(account.acknowledged());
        assertThat(account.lost()).isEqualTo(1);
    }

    @Test
    void unacknowledgedReadingsCannotBeLost() throws Exception {
        store(0);

        assertThat(audit(Duration.ZERO, published(4, 0, 0)).lost()).isZero();
    }

    @Test
    void deadLettersAreNotLost() throws Exception {
        store(0);
        deadLetters = 2;

        Account account = audit(Duration.ofMinutes(1), published(4, 0, 0, 1, 2));

        assertThat(account.missing()).isEqualTo(2);
        assertThat(account.lost()).isZero();
    }

    @Test
    void deadLettersMakeUpForNoMoreThanThereAre() throws Exception {
        deadLetters = 1;

        assertThat(audit(Duration.ZERO, published(3, 0, 0, 1, 2)).lost()).isEqualTo(2);
    }

    @Test
    void theAuditWaitsForReadingsThatAreStoredLater() throws Exception {
        store(0, 1);

        Account account = audit(Duration.ofMinutes(1), published(4, 0, 0, 1, 2, 3));

        assertThat(looks).isGreaterThan(3);
        assertThat(account.lost()).isZero();
        assertThat(account.stored()).isEqualTo(4);
    }

    private void store(int... numbers) {
        IntStream.of(numbers).forEach(number -> stored.add(FIRST_TS + number));
    }

    private static Published published(int sent, int measuredFrom, int... acknowledged) {
        BitSet numbers = new BitSet();
        IntStream.of(acknowledged).forEach(numbers::set);
        return new Published(DEVICE, FIRST_TS, sent, measuredFrom, 0, numbers);
    }

    private Account audit(Duration patience, Published published) throws Exception {
        return new Audit(this::find, () -> deadLetters, patience, Duration.ofMillis(1))
                .of(List.of(published));
    }

    /** From the third look on there is more. */
    private void find(Device device, long from, long to, LongConsumer found) {
        looks++;
        if (looks > 2) {
            store(2);
        }
        if (looks > 3) {
            store(3);
        }
        stored.subSet(from, to).forEach(found::accept);
    }
}
