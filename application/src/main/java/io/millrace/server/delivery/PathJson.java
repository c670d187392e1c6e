// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.delivery;

import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** A path as JSON: an array of branches, each an array of hops from the first to the last. */
final class PathJson {

    private static final JsonMapper JSON = JsonMapper.shared();

    private PathJson() {}

    static String format(Path path) {
        ArrayNode branches = JSON.createArrayNode();
        for (Hop end : path.branchEnds()) {
            ArrayNode hops = branches.addArray();
            for (Hop hop : Path.hopsTo(end)) {
                hops.addObject()
                        .put("chain", hop.chain().toString())
                        .put("chainVersion", hop.chainVersion())
                        .put("node", hop.node().toString())
                        .put("label", Texts.storable(hop.label()))
                        .put("micros", hop.micros());
            }
        }
        return branches.toString();
    }
}
