// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.web.body.BodyBudget;

/** Meters of the memory for the bodies of requests. */
record BodyMeters(BodyBudget budget) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("millrace.http.body.bytes", budget, BodyBudget::used)
                .description("Memory that the bodies of requests under way take")
                .register(registry);
        Gauge.builder("millrace.http.body.bytes.max", budget, BodyBudget::capacity)
                .description("Memory for the bodies of requests")
                .register(registry);
        FunctionCounter.builder("millrace.http.body.refused", budget, BodyBudget::refusals)
                .description(
                        "Requests that were refused because there was no memory for their bodies")
                .register(registry);
    }
}
