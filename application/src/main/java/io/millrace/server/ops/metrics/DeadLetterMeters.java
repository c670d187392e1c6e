// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.server.store.deadletter.DeadLetterListener;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counts deleted dead letters by reason. */
final class DeadLetterMeters implements DeadLetterListener {

    private final Map<Reason, Counter> counters = new EnumMap<>(Reason.class);

    DeadLetterMeters(MeterRegistry registry) {
        for (Reason reason : Reason.values()) {
            counters.put(
                    reason,
                    Counter.builder("millrace.dead.letters.gone")
                            .description(
                                    "Dead letters that were resent, deleted by a user, or removed by the "
                                            + "retention")
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    @Override
    public void gone(Reason reason, long letters) {
        Objects.requireNonNull(counters.get(reason)).increment((double) letters);
    }
}
