// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Converts a message's path to and from JSON: an array of branches, each an array of hops from the first to the last.
 */
public final class PathJson {

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

    /** Parses the hops of each branch, from the first to the last. */
    public static List<List<Hop>> parse(String json) {
        List<List<Hop>> branches = new ArrayList<>();
        for (JsonNode branch : JSON.readTree(json)) {
            Hop last = null;
            for (JsonNode hop : branch) {
                last =
                        new Hop(
                                last,
                                RuleChainId.of(hop.path("chain").stringValue()),
                                hop.path("chainVersion").longValue(),
                                RuleNodeId.of(hop.path("node").stringValue()),
                                hop.path("label").stringValue(),
                                hop.path("micros").longValue());
            }
            branches.add(Path.hopsTo(last));
        }
        return branches;
    }
}
