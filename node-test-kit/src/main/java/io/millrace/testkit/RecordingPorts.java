// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.rule.plugin.PluginPorts;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.rule.script.remote.WorkerCommand;
import io.millrace.rule.script.remote.WorkerSettings;
import java.time.Instant;

/**
 * Ports that record the effects of nodes in memory, for assertions of a test. Nothing leaves the process. Scripts are
 * real: they run in Millrace's own engines, with its limits; the first script in JavaScript starts a process, which {@link
 * #close()} ends.
 */
public final class RecordingPorts implements PluginPorts, AutoCloseable {

    private final RecordedTimeseries timeseries = new RecordedTimeseries();
    private final RecordedAttributes attributes = new RecordedAttributes();
    private final RecordedIntake intake = new RecordedIntake();
    private final StubHttp http = new StubHttp();
    private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(TestMessages.TS));
    private final ScriptEngines scripts =
            new ScriptEngines(
                    ScriptSettings.defaults(),
                    WorkerSettings.defaults().withSpare(false),
                    WorkerCommand.ofClassPath());

    @Override
    public RecordedTimeseries timeseries() {
        return timeseries;
    }

    @Override
    public RecordedAttributes attributes() {
        return attributes;
    }

    @Override
    public RecordedIntake intake() {
        return intake;
    }

    @Override
    public Scripts scripts() {
        return scripts;
    }

    @Override
    public StubHttp http() {
        return http;
    }

    @Override
    public ManualClock clock() {
        return clock;
    }

    /** Ends the threads and processes of the scripts. */
    @Override
    public void close() {
        scripts.close();
    }
}
