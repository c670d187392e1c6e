// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.slack;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import java.util.List;

/** Provides the node for Slack. */
public final class SlackNodes implements NodeProvider {

    @Override
    public List<NodeDefinition<?>> nodes(PluginPorts ports) {
        return List.of(SlackNode.definition(ports.http(), ports.sends(), ports::setting));
    }
}
