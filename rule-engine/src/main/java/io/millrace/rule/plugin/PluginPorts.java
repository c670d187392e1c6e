// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.plugin;

import io.millrace.rule.http.HttpClients;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.TimeseriesStore;
import java.time.Clock;

/**
 * What the nodes of plugins may touch of Millrace. Each port is safe for use by many threads and never holds the
 * caller's; its answers are for {@link io.millrace.rule.node.NodeResult.Later}.
 *
 * <p>Millrace and its test kit alone implement it, so that a port may be added without breaking a plugin.
 */
public interface PluginPorts {

    /** Writes time series and latest values. */
    TimeseriesStore timeseries();

    /** Reads and writes attributes. */
    AttributeStore attributes();

    /** Sends messages on their way as deliveries of their own. */
    MessageIntake intake();

    /** Compiles scripts in TBEL and JavaScript, which run under limits of time and memory. */
    Scripts scripts();

    /** Opens HTTP calls; a node closes in {@code close()} what it has opened. */
    HttpClients http();

    /** The time. Nodes ask it instead of the system, so that tests can move it. */
    Clock clock();
}
