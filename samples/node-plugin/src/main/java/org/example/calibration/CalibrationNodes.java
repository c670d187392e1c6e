// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import java.util.List;

/** The nodes of this plugin. */
public final class CalibrationNodes implements NodeProvider {

    @Override
    public List<NodeDefinition<?>> nodes(PluginPorts ports) {
        return List.of(CalibrateNode.definition(ports.attributes()));
    }
}
