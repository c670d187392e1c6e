// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.millrace.rule.script.ScriptLanguage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON document of a rule chain whose nodes form a line. */
public final class ChainGraph {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TYPES = "org.thingsboard.rule.engine.";
    private static final String ATTRIBUTES = "metadata.TbGetAttributesNode";
    private static final String TRANSFORMATION = "transform.TbTransformMsgNode";
    private static final String FILTER = "filter.TbJsFilterNode";

    private final ObjectNode document = JSON.createObjectNode().put("firstNodeIndex", 0);
    private final ArrayNode nodes = document.putArray("nodes");
    private final ArrayNode connections = document.putArray("connections");

    private ChainGraph(String type, ObjectNode configuration) {
        add(type, configuration);
    }

    /**
     * A TBEL filter and a TBEL transformation before the store. The message keeps its number of values, so that the store
     * does the same work as without scripts.
     */
    public static ChainGraph scripts() {
        return scripts(ScriptLanguage.TBEL);
    }

    /** The chain of {@link #scripts} in JavaScript. */
    public static ChainGraph javaScripts() {
        return scripts(ScriptLanguage.JS);
    }

    private static ChainGraph scripts(ScriptLanguage language) {
        return new ChainGraph(FILTER, script(language, "return msg.temperature > -300;"))
                .then(
                        TRANSFORMATION,
                        script(
                                language,
                                "msg.temperature = msg.temperature * 1.8 + 32; metadata.unit = 'F'; "
                                        + "return {msg: msg, metadata: metadata, msgType: msgType};"),
                        "True")
                .thenStore("Success");
    }

    /** The given number of nodes: filters, and at last the store; for telemetry only. */
    public static ChainGraph line(int nodes) {
        ChainGraph graph = telemetry();
        for (int i = 2; i < nodes; i++) {
            graph.then("filter.TbMsgTypeFilterNode", telemetryOnly(), "True");
        }
        return graph.thenStore("True");
    }

    /** A filter in each script language before the store, for telemetry only. */
    static ChainGraph filters() {
        return telemetry()
                .then(FILTER, script(ScriptLanguage.TBEL, "return msg.temperature > -300;"), "True")
                .then(FILTER, script(ScriptLanguage.JS, "return msg.humidity >= 0;"), "True")
                .thenStore("True");
    }

    /** One script filter before the store, for telemetry only. */
    static ChainGraph filter(ScriptLanguage language, String body) {
        return telemetry().then(FILTER, script(language, body), "True").thenStore("True");
    }

    /** Reads a server attribute and a shared attribute of the device before the store. */
    static ChainGraph attributes() {
        return telemetry()
                .then(ATTRIBUTES, attribute("serverAttributeNames", "active"), "True")
                .then(ATTRIBUTES, attribute("sharedAttributeNames", "limit"), "Success")
                .thenStore("Success");
    }

    private static ObjectNode attribute(String names, String name) {
        ObjectNode configuration =
                JSON.createObjectNode()
                        .put("fetchTo", "METADATA")
                        .put("tellFailureIfAbsent", false);
        configuration.putArray(names).add(name);
        return configuration;
    }

    /** Reads the last {@code limit} values of a reading's key within a day before the store. */
    static ChainGraph lookups(int limit) {
        ObjectNode range =
                JSON.createObjectNode()
                        .put("fetchMode", "ALL")
                        .put("orderBy", "DESC")
                        .put("aggregation", "NONE")
                        .put("limit", limit)
                        .put("startInterval", 1)
                        .put("startIntervalTimeUnit", "DAYS")
                        .put("endInterval", 1)
                        .put("endIntervalTimeUnit", "SECONDS");
        range.putArray("latestTsKeyNames").add(Reading.KEY);
        return telemetry().then("metadata.TbGetTelemetryNode", range, "True").thenStore("Success");
    }

    /**
     * A REST call before the store, for telemetry only, not for messages about connections. A reading whose call fails
     * is stored, too, so that no message becomes a dead letter because another device is slow.
     */
    static ChainGraph rest(String url) {
        ObjectNode call =
                JSON.createObjectNode()
                        .put("restEndpointUrlPattern", url)
                        .put("requestMethod", "POST");
        call.putObject("headers").put("Content-Type", "application/json");
        return telemetry()
                .then("rest.TbRestApiCallNode", call, "True")
                .thenStore("Success", "Failure");
    }

    private static ChainGraph telemetry() {
        return new ChainGraph("filter.TbMsgTypeFilterNode", telemetryOnly());
    }

    private static ObjectNode telemetryOnly() {
        ObjectNode types = JSON.createObjectNode();
        types.putArray("messageTypes").add("POST_TELEMETRY_REQUEST");
        return types;
    }

    private static ObjectNode script(ScriptLanguage language, String body) {
        return JSON.createObjectNode()
                .put("scriptLang", language.name())
                .put(language == ScriptLanguage.JS ? "jsScript" : "tbelScript", body);
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
