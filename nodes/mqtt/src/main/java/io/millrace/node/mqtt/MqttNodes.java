// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mqtt;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import java.util.List;

/** Provides the node for MQTT brokers. */
public final class MqttNodes implements NodeProvider {

    @Override
    public List<NodeDefinition<?>> nodes(PluginPorts ports) {
        return List.of(MqttNode.definition(ports.sends(), ports.addresses()));
    }
}
