// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.server.web.peer.PeerListener;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counts missing answers of other instances by reason. */
final class PeerMeters implements PeerListener {

    private final Map<Reason, Counter> counters = new EnumMap<>(Reason.class);

    PeerMeters(MeterRegistry registry) {
        for (Reason reason : Reason.values()) {
            counters.put(
                    reason,
                    Counter.builder("millrace.peers.unanswered")
                            .description(
                                    "Answers of other instances that are missing in answers of the REST API")
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    @Override
    public void unanswered(Reason reason) {
        Objects.requireNonNull(counters.get(reason)).increment();
    }
}
