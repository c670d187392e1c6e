// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.server.store.history.HistoryListener;
import io.millrace.server.store.history.KeptReason;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counts messages that are kept with their contents, and those that are not although they should be. */
final class HistoryMeters implements HistoryListener {

    private final Map<KeptReason, Counter> kept = new EnumMap<>(KeptReason.class);
    private final Map<Cause, Counter> notKept = new EnumMap<>(Cause.class);

    HistoryMeters(MeterRegistry registry) {
        for (KeptReason reason : KeptReason.values()) {
            kept.put(
                    reason,
                    Counter.builder("millrace.history.kept")
                            .description(
                                    "Messages kept with their contents; one may have several reasons")
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        for (Cause cause : Cause.values()) {
            notKept.put(
                    cause,
                    Counter.builder("millrace.history.not.kept")
                            .description(
                                    "Failed, slow and watched messages that are not kept with their contents")
                            .tag("cause", cause.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    @Override
    public void kept(KeptReason reason) {
        Objects.requireNonNull(kept.get(reason)).increment();
    }

    @Override
    public void notKept(Cause cause) {
        Objects.requireNonNull(notKept.get(cause)).increment();
    }
}
