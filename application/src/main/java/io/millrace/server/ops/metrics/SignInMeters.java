// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.web.security.SignInStatistics;
import java.util.function.ToDoubleFunction;

/** Meters of sign-ins that were refused before their password was checked. */
record SignInMeters(SignInStatistics statistics) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        refused(registry, "throttled", SignInStatistics::throttled);
        refused(registry, "busy", SignInStatistics::busy);
    }

    private void refused(
            MeterRegistry registry, String reason, ToDoubleFunction<SignInStatistics> count) {
        FunctionCounter.builder("millrace.signin.refused", statistics, count)
                .description("Sign-ins that were refused before their password was checked")
                .tag("reason", reason)
                .register(registry);
    }
}
