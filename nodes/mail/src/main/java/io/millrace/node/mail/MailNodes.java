// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import java.util.List;

/** Provides the node that sends emails. */
public final class MailNodes implements NodeProvider {

    @Override
    public List<NodeDefinition<?>> nodes(PluginPorts ports) {
        return List.of(SendEmailNode.definition(ports));
    }
}
