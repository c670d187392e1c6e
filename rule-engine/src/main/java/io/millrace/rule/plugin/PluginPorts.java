// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.plugin;

import io.millrace.rule.http.HttpClients;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.sending.OutgoingSends;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.TimeseriesStore;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The ports of Millrace that nodes of plugins may use. Each port is safe for use by many threads and never blocks the
 * caller; use its stages for {@link io.millrace.rule.node.NodeResult.Later}.
 *
 * <p>Only Millrace and its test kit implement it, so that a port may be added without breaking a plugin.
 */
public interface PluginPorts {

    /** Writes time series and latest values. */
    TimeseriesStore timeseries();

    /** Reads and writes attributes. */
    AttributeStore attributes();

    /** Submits messages as separate deliveries. */
    MessageIntake intake();

    /** Compiles scripts in TBEL and JavaScript, which run under limits of time and memory. */
    Scripts scripts();

    /** Opens HTTP clients; a node closes in {@code close()} those that it has opened. */
    HttpClients http();

    /**
     * Opens the sends of a node that calls other systems by a client of its own: they are limited, and recorded in test
     * runs. A node closes in {@code close()} those that it has opened.
     */
    OutgoingSends sends();

    /**
     * The addresses to which a tenant's nodes may connect. A node that opens connections by itself must ask before each
     * one.
     */
    OutgoingAddresses addresses();

    /**
     * Returns the operator's setting {@code millrace.nodes.NAME} (environment variable {@code MILLRACE_NODES_NAME}), or
     * null if it is not set.
     */
    @Nullable String setting(String name);

    /** The clock. Nodes use it instead of the system's, so that tests can set the time. */
    Clock clock();
}
