// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.runtime.devicethrottle.ThrottledProvisioning;

/** The meter of provisioning requests that were refused for their address. */
record ProvisioningMeters(ThrottledProvisioning provisioning) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(
                        "millrace.provisioning.refused",
                        provisioning,
                        ThrottledProvisioning::refused)
                .description(
                        "Provisioning requests that were refused because too many from their address had a wrong key or secret")
                .register(registry);
    }
}
