// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.kafka;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import java.util.List;

/** Provides the node for Kafka. */
public final class KafkaNodes implements NodeProvider {

    @Override
    public List<NodeDefinition<?>> nodes(PluginPorts ports) {
        return List.of(KafkaNode.definition(ports.sends(), ports.addresses()));
    }
}
