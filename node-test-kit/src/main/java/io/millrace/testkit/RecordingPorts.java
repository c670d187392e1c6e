// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.rule.outgoing.HostLookups;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.outgoing.OutgoingGuard;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.rule.script.remote.WorkerCommand;
import io.millrace.rule.script.remote.WorkerSettings;
import io.millrace.rule.sending.BoundedSends;
import io.millrace.rule.sending.OutgoingSends;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Ports that record the effects of nodes in memory, for assertions of a test. Nothing leaves the process but what nodes
 * send by clients of their own, which may connect to this machine only. Scripts are real: they run in Millrace's own engines, with its limits; the first script in JavaScript starts a process, which {@link
 * #close()} ends.
 */
public final class RecordingPorts implements PluginPorts, AutoCloseable {

    private final RecordedTimeseries timeseries = new RecordedTimeseries();
    private final RecordedAttributes attributes = new RecordedAttributes();
    private final RecordedIntake intake = new RecordedIntake();
    private final StubHttp http = new StubHttp();
    private final Map<String, String> settings = new ConcurrentHashMap<>();
    private volatile AllowedTargets allowed = AllowedTargets.of(List.of("127.0.0.1"));
    private final OutgoingAddresses addresses =
            new OutgoingAddresses(
                    new OutgoingGuard(AllowedTargets.NONE, _ -> allowed),
                    new HostLookups(HostLookups.Names.SYSTEM));
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

    /** Sends as the service does: for tests against a server that the test starts. */
    @Override
    public OutgoingSends sends() {
        return BoundedSends::new;
    }

    /** Besides public addresses allows {@code 127.0.0.1}, or what {@link #allowOnly} has set. */
    @Override
    public OutgoingAddresses addresses() {
        return addresses;
    }

    /** Sets the targets that are allowed besides public addresses, as {@code MILLRACE_OUTGOING_ALLOW} does. */
    public void allowOnly(String... targets) {
        allowed = AllowedTargets.of(List.of(targets));
    }

    @Override
    public @Nullable String setting(String name) {
        return settings.get(name);
    }

    /** Sets a setting of the operator. */
    public void set(String name, String value) {
        settings.put(name, value);
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
