// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.WorkerLoad;
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
        workerGauge(
                registry,
                "processes",
                "Processes that run JavaScript, the spare included",
                WorkerLoad::processes);
        workerGauge(
                registry,
                "processes.own",
                "Tenants with a process of their own, because one of their scripts had to be killed",
                WorkerLoad::ownProcesses);
        workerGauge(registry, "processes.calls", "Calls at the processes", WorkerLoad::calls);
        workerGauge(
                registry,
                "processes.bytes",
                "Bytes of the calls at the shared process",
                WorkerLoad::bytes);
        workerCounter(
                registry,
                "processes.killed",
                "JavaScript processes that were killed, or ended by themselves",
                WorkerLoad::killed);
        workerCounter(
                registry,
                "calls.again",
                "Calls that ran again, because their process was killed or ended",
                WorkerLoad::again);
    }

    private void workerGauge(
            MeterRegistry registry,
            String name,
            String description,
            ToDoubleFunction<WorkerLoad> figure) {
        Gauge.builder(
                        "millrace.scripts." + name,
                        scripts,
                        s -> figure.applyAsDouble(s.workerLoad()))
                .description(description)
                .register(registry);
    }

    private void workerCounter(
            MeterRegistry registry,
            String name,
            String description,
            ToDoubleFunction<WorkerLoad> figure) {
        FunctionCounter.builder(
                        "millrace.scripts." + name,
                        scripts,
                        s -> figure.applyAsDouble(s.workerLoad()))
                .description(description)
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
