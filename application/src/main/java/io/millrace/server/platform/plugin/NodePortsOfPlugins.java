// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.sending.OutgoingSends;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.TimeseriesStore;
import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The subset of the built-in nodes' ports that plugins may use, and the operator's settings for nodes.
 *
 * @param settings finds the setting of a name, or null
 */
public record NodePortsOfPlugins(NodePorts ports, Function<String, @Nullable String> settings)
        implements PluginPorts {

    @Override
    public TimeseriesStore timeseries() {
        return ports.timeseries();
    }

    @Override
    public AttributeStore attributes() {
        return ports.attributes();
    }

    @Override
    public MessageIntake intake() {
        return ports.intake();
    }

    @Override
    public Scripts scripts() {
        return ports.scripts();
    }

    @Override
    public HttpClients http() {
        return ports.http();
    }

    @Override
    public OutgoingSends sends() {
        return ports.sends();
    }

    @Override
    public OutgoingAddresses addresses() {
        return ports.addresses();
    }

    @Override
    public @Nullable String setting(String name) {
        return settings.apply(name);
    }

    @Override
    public Clock clock() {
        return ports.clock();
    }
}
