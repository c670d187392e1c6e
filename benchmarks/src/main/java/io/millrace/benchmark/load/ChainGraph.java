// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON document of a rule chain whose nodes form a line. */
final class ChainGraph {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TYPES = "org.thingsboard.rule.engine.";

    private final ObjectNode document = JSON.createObjectNode().put("firstNodeIndex", 0);
    private final ArrayNode nodes = document.putArray("nodes");
    private final ArrayNode connections = document.putArray("connections");

    private ChainGraph(String type, ObjectNode configuration) {
        add(type, configuration);
    }

    /** A TBEL filter and a TBEL transformation before the store. */
    static ChainGraph scripts() {
        return new ChainGraph(
                        "filter.TbJsFilterNode",
                        JSON.createObjectNode()
                                .put("scriptLang", "TBEL")
                                .put("tbelScript", "return msg.temperature > -300;"))
                .then(
                        "transform.TbTransformMsgNode",
                        JSON.createObjectNode()
                                .put("scriptLang", "TBEL")
                                .put(
                                        "tbelScript",
                                        "msg.fahrenheit = msg.temperature * 1.8 + 32; metadata.unit = 'F'; "
                                                + "return {msg: msg, metadata: metadata, msgType: msgType};"),
                        "True")
                .thenStore("Success");
    }

    /**
     * A REST call before the store, for telemetry only, not for messages about connections. A reading whose call fails
     * is stored, too, so that no message becomes a dead letter because another device is slow.
     */
    static ChainGraph rest(String url) {
        ObjectNode types = JSON.createObjectNode();
        types.putArray("messageTypes").add("POST_TELEMETRY_REQUEST");
        ObjectNode call =
                JSON.createObjectNode()
                        .put("restEndpointUrlPattern", url)
                        .put("requestMethod", "POST");
        call.putObject("headers").put("Content-Type", "application/json");
        return new ChainGraph("filter.TbMsgTypeFilterNode", types)
                .then("rest.TbRestApiCallNode", call, "True")
                .thenStore("Success", "Failure");
    }

    private ChainGraph thenStore(String... labels) {
        ObjectNode configuration = JSON.createObjectNode();
        configuration.putObject("processingSettings").put("type", "ON_EVERY_MESSAGE");
        return then("telemetry.TbMsgTimeseriesNode", configuration, labels);
    }

    private ChainGraph then(String type, ObjectNode configuration, String... labels) {
        for (String label : labels) {
            connections
                    .addObject()
                    .put("fromIndex", nodes.size() - 1)
                    .put("toIndex", nodes.size())
                    .put("type", label);
        }
        add(type, configuration);
        return this;
    }

    private void add(String type, ObjectNode configuration) {
        nodes.addObject()
                .put("type", TYPES + type)
                .put("name", type)
                .put("configurationVersion", 3)
                .set("configuration", configuration);
    }

    /** The request body for the chain with the given id. */
    JsonNode of(JsonNode chainId) {
        return document.deepCopy().set("ruleChainId", chainId);
    }
}
