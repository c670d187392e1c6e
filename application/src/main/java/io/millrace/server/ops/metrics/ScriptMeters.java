// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.engine.ScriptEngines;
import java.util.function.ToDoubleFunction;

/** Meters of the script engines. */
final class ScriptMeters implements MeterBinder {

    private final ScriptEngines scripts;

    ScriptMeters(ScriptEngines scripts) {
        this.scripts = scripts;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "threads", "Threads for scripts, busy or idle", ScriptLoad::threads);
        gauge(registry, "running", "Calls in progress", ScriptLoad::running);
        gauge(registry, "waiting", "Calls that wait for a thread", ScriptLoad::waiting);
        gauge(
                registry,
                "threads.given.up",
                "Threads that hang in a script that cannot be stopped",
                ScriptLoad::givenUpThreads);
        FunctionCounter.builder("millrace.scripts.refused", scripts, s -> s.load().refused())
                .description("Calls that were refused, because there was no room or no thread")
                .register(registry);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            ToDoubleFunction<ScriptLoad> figure) {
        Gauge.builder("millrace.scripts." + name, scripts, s -> figure.applyAsDouble(s.load()))
                .description(description)
                .register(registry);
    }
}
