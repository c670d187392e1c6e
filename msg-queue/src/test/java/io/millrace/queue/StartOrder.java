// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.id.EntityId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;

/** Checks that the attempts of one run start in the order that the strategy promises. */
public final class StartOrder {

    /** An attempt's deadline and its grace. */
    private static final long LONGEST_BLOCK = Duration.ofSeconds(15).toNanos();

    private final SubmitStrategy strategy;
    private final LongSupplier ticker;
    private final Set<Integer> redelivered = new HashSet<>();
    private final Map<EntityId, Integer> lastStarted = new HashMap<>();
    private final Map<Attempt, Long> startedAt = new HashMap<>();

    public StartOrder(SubmitStrategy strategy, LongSupplier ticker) {
        this.strategy = strategy;
        this.ticker = ticker;
    }

    /** A former run has left this message; it may start at any time. */
    public void redelivers(RuleMessage message) {
        redelivered.add(Fixtures.numberOf(message));
    }

    /**
     * An attempt starts.
     *
     * @param running the attempts that started before it and have not been ended
     */
    public void started(Attempt attempt, Collection<Attempt> running) {
        int number = Fixtures.numberOf(attempt.message());
        EntityId key = strategy.orderKey(attempt.message());
        boolean retry = attempt.number() > 1;
        if (!redelivered.contains(number) && (strategy.isSequential() || !retry)) {
            int before = lastStarted.getOrDefault(key, -1);
            lastStarted.put(key, number);
            assertThat(before < number || (retry && before == number))
                    .as("%s after %s", number, before)
                    .isTrue();
        }
        if (strategy.isSequential()) {
            assertThat(running).noneMatch(other -> isInTheWay(other, key));
        }
        startedAt.put(attempt, ticker.getAsLong());
    }

    /** Whether an attempt of the same key has neither come to rest nor outlived its deadline and its grace. */
    private boolean isInTheWay(Attempt attempt, EntityId key) {
        long age = ticker.getAsLong() - Objects.requireNonNull(startedAt.get(attempt));
        return strategy.orderKey(attempt.message()).equals(key) && age < LONGEST_BLOCK;
    }
}
