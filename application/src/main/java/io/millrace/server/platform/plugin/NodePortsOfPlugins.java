// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.TimeseriesStore;
import java.time.Clock;

/** The subset of the built-in nodes' ports that plugins may use. */
public record NodePortsOfPlugins(NodePorts ports) implements PluginPorts {

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
    public Clock clock() {
        return ports.clock();
    }
}
