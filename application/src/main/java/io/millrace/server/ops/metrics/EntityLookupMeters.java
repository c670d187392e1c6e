// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.entity.SharedLookups;
import java.util.List;

/** Meters of the look-ups of devices, assets and entity views that share queries. */
record EntityLookupMeters(List<AssignableRepository<?>> repositories) implements MeterBinder {

    private static final String ENTITY = "entity";

    @Override
    public void bindTo(MeterRegistry registry) {
        for (AssignableRepository<?> repository : repositories) {
            String entity = repository.type().name();
            SharedLookups<?> lookups = repository.lookups();
            Gauge.builder("millrace.entity.lookups.waiting", lookups, SharedLookups::waiting)
                    .description("Look-ups of an entity that wait for a query or are in one")
                    .tag(ENTITY, entity)
                    .register(registry);
            FunctionCounter.builder("millrace.entity.lookups.alone", lookups, SharedLookups::alone)
                    .description(
                            "Look-ups that ran a query of their own, because too many waited or the shared query had failed")
                    .tag(ENTITY, entity)
                    .register(registry);
        }
    }
}
