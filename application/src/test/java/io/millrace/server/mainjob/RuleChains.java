// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds a rule chain in ThingsBoard's format; messages enter its first node. */
public final class RuleChains {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ObjectNode metadata = JSON.createObjectNode();
    private final ArrayNode nodes = metadata.putArray("nodes");
    private final ArrayNode connections = metadata.putArray("connections");
    private final String name;

    public RuleChains(String name) {
        this.name = name;
        metadata.put("firstNodeIndex", 0);
    }

    /** One node that posts each message to a URL and waits for the answer up to nine seconds. */
    static RuleChains calling(String url) {
        RuleChains chain = new RuleChains("Calling");
        chain.node(
                "rest.TbRestApiCallNode",
                "Slow server",
                "{\"restEndpointUrlPattern\":\"%s\",\"requestMethod\":\"POST\",\"headers\":{},\"readTimeoutMs\":9000}"
                        .formatted(url));
        return chain;
    }

    /** Posts each event of a device that has become inactive to a URL. */
    static RuleChains callingOfInactivity(String url) {
        RuleChains chain = new RuleChains("Calling of inactivity");
        int events =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Inactivity",
                        "{\"messageTypes\":[\"INACTIVITY_EVENT\"]}");
        int call =
                chain.node(
                        "rest.TbRestApiCallNode",
                        "Call",
                        "{\"restEndpointUrlPattern\":\"%s\",\"requestMethod\":\"POST\",\"headers\":{},\"readTimeoutMs\":9000}"
                                .formatted(url));
        return chain.connect(events, "True", call);
    }

    /** Posts each reading to a URL, so many at a time, and stores what is answered. */
    static RuleChains callingAndSaving(String url, int atOnce) {
        RuleChains chain = new RuleChains("Calling and saving");
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int call =
                chain.node(
                        "rest.TbRestApiCallNode",
                        "Call",
                        "{\"restEndpointUrlPattern\":\"%s\",\"requestMethod\":\"POST\",\"headers\":{},\"readTimeoutMs\":9000,\"maxParallelRequestsCount\":%d}"
                                .formatted(url, atOnce));
        int save =
                chain.node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        return chain.connect(readings, "True", call).connect(call, "Success", save);
    }

    /**
     * Posts each reading and each attribute to a URL, so many at a time (0: the default), then stores what is answered.
     */
    static RuleChains witnessed(String url, int atOnce) {
        RuleChains chain = new RuleChains("Witnessed");
        int data =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Data",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\",\"POST_ATTRIBUTES_REQUEST\"]}");
        int call =
                chain.node(
                        "rest.TbRestApiCallNode",
                        "Witness",
                        "{\"restEndpointUrlPattern\":\"%s\",\"requestMethod\":\"POST\",\"headers\":{},\"readTimeoutMs\":9000,\"maxParallelRequestsCount\":%d}"
                                .formatted(url, atOnce));
        return chain.connect(data, "True", call).storing(call, "Success");
    }

    /** Stores each reading behind a filter in each language of scripts. */
    static RuleChains filteringAndSaving() {
        RuleChains chain = new RuleChains("Filtering and saving");
        int javaScript = chain.filter("JavaScript", "JS", "return msg.number > 0;");
        int tbel = chain.filter("TBEL", "TBEL", "return msg.number > 0;");
        int save =
                chain.node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        return chain.connect(javaScript, "True", tbel).connect(tbel, "True", save);
    }

    /** Stores each reading and each attribute behind that many filters, at least one. */
    static RuleChains storing(int filters) {
        RuleChains chain = new RuleChains("Storing");
        return chain.storing(chain.filters(filters), "True");
    }

    /**
     * Stores each reading and each attribute under the asset whose name is in the field {@code device}, behind that many
     * filters, at least one.
     */
    static RuleChains storingUnderAssets(int filters) {
        RuleChains chain = new RuleChains("Storing under assets");
        int last = chain.filters(filters);
        int change =
                chain.node(
                        "transform.TbChangeOriginatorNode",
                        "To the asset",
                        "{\"originatorSource\":\"ENTITY\",\"entityType\":\"ASSET\",\"entityNamePattern\":\"$[device]\"}");
        return chain.connect(last, "True", change).storing(change, "Success");
    }

    /** Puts each reading and each attribute into another queue, behind that many filters, and stores it there. */
    static RuleChains storingIn(String queue, int filters) {
        RuleChains chain = new RuleChains("Storing in " + queue);
        int last = chain.filters(filters);
        int checkpoint =
                chain.node(
                        "flow.TbCheckpointNode",
                        "Checkpoint",
                        "{\"queueName\":\"%s\"}".formatted(queue));
        return chain.connect(last, "True", checkpoint).storing(checkpoint, "Success");
    }

    /** Adds filters one after the other and answers the last one. */
    private int filters(int count) {
        int last = -1;
        for (int i = 0; i < count; i++) {
            int filter =
                    node(
                            "filter.TbMsgTypeFilterNode",
                            "Data " + i,
                            "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\",\"POST_ATTRIBUTES_REQUEST\"]}");
            if (last >= 0) {
                connect(last, "True", filter);
            }
            last = filter;
        }
        return last;
    }

    /** Stores readings and attributes that leave a node by a label. */
    private RuleChains storing(int from, String label) {
        int type = node("filter.TbMsgTypeSwitchNode", "Type", "{\"version\":0}");
        int readings =
                node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save readings",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        int attributes =
                node(
                        "telemetry.TbMsgAttributesNode",
                        "Save attributes",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"},\"scope\":\"CLIENT_SCOPE\",\"updateAttributesOnlyOnValueChange\":false}");
        return connect(from, label, type)
                .connect(type, "Post telemetry", readings)
                .connect(type, "Post attributes", attributes);
    }

    /** Stores the data of messages of any type that leave a node by a label, as time series. */
    public RuleChains storingData(int from, String label) {
        int reading =
                node(
                        "transform.TbTransformMsgNode",
                        "As a reading",
                        "{\"scriptLang\":\"TBEL\",\"jsScript\":\"\",\"tbelScript\":\"return {msg: msg, metadata: metadata, msgType: 'POST_TELEMETRY_REQUEST'};\"}");
        int save =
                node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        return connect(from, label, reading).connect(reading, "Success", save);
    }

    /**
     * Answers each call through the chains with what it brought, {@code a} being named {@code seen}, except for those
     * that ask for silence.
     */
    public static RuleChains answering() {
        RuleChains chain = new RuleChains("Answering");
        int type = chain.node("filter.TbMsgTypeSwitchNode", "Type", "{\"version\":0}");
        int silent =
                chain.node(
                        "filter.TbCheckMessageNode",
                        "Silent",
                        "{\"messageNames\":[\"silent\"],\"metadataNames\":[],\"checkAllKeys\":true}");
        int seen =
                chain.node(
                        "transform.TbRenameKeysNode",
                        "Seen",
                        "{\"renameIn\":\"DATA\",\"renameKeysMapping\":{\"a\":\"seen\"}}");
        int reply = chain.node("rest.TbSendRestApiCallReplyNode", "Reply", "{}");
        return chain.connect(type, "REST API request", silent)
                .connect(silent, "False", seen)
                .connect(seen, "Success", reply);
    }

    /** Lets each reading wait, and again in a set of all that come within that time; posts what comes out to a URL. */
    static RuleChains waiting(String url, int seconds) {
        RuleChains chain = new RuleChains("Waiting");
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int delay =
                chain.node(
                        "delay.TbMsgDelayNode",
                        "Delay",
                        "{\"periodInSeconds\":%d,\"maxPendingMsgs\":100}".formatted(seconds));
        int deduplication =
                chain.node(
                        "deduplication.TbMsgDeduplicationNode",
                        "Deduplication",
                        "{\"interval\":%d,\"strategy\":\"ALL\",\"outMsgType\":\"POST_TELEMETRY_REQUEST\",\"maxPendingMsgs\":100}"
                                .formatted(seconds));
        int call =
                chain.node(
                        "rest.TbRestApiCallNode",
                        "Call",
                        "{\"restEndpointUrlPattern\":\"%s\",\"requestMethod\":\"POST\",\"headers\":{},\"readTimeoutMs\":9000}"
                                .formatted(url));
        return chain.connect(readings, "True", delay)
                .connect(readings, "True", deduplication)
                .connect(delay, "Success", call)
                .connect(deduplication, "Success", call);
    }

    /** A filter with a script in {@code JS} or {@code TBEL}. */
    int filter(String nodeName, String language, String script) {
        ObjectNode configuration = JSON.createObjectNode().put("scriptLang", language);
        configuration.put("jsScript", language.equals("JS") ? script : "");
        configuration.put("tbelScript", language.equals("TBEL") ? script : "");
        return node("filter.TbJsFilterNode", nodeName, configuration.toString());
    }

    public int node(String type, String nodeName, String configuration) {
        ObjectNode node = nodes.addObject();
        node.put("type", "org.thingsboard.rule.engine." + type).put("name", nodeName);
        node.put("configurationVersion", 3);
        node.set("configuration", JSON.readTree(configuration));
        return nodes.size() - 1;
    }

    public RuleChains connect(int from, String label, int to) {
        connections.addObject().put("fromIndex", from).put("toIndex", to).put("type", label);
        return this;
    }

    /** Saves the chain and answers its id. */
    public String save(ServiceClient owner) {
        JsonNode chain =
                owner.post(
                        "/api/ruleChain",
                        JSON.createObjectNode().put("name", name).put("type", "CORE"));
        metadata.set("ruleChainId", chain.get("id"));
        owner.post("/api/ruleChain/metadata", metadata);
        return chain.get("id").get("id").asString();
    }

    /**
     * Puts these nodes in place of those that a chain has, as an editor does: a node whose name stays keeps its id, so
     * that messages which are on their way to another instance find the node that they continue behind.
     */
    void edit(ServiceClient owner, String chain) {
        Map<String, JsonNode> ids = new HashMap<>();
        for (JsonNode former :
                owner.get("/api/ruleChain/%s/metadata".formatted(chain)).get("nodes")) {
            ids.put(former.get("name").asString(), former.get("id"));
        }
        for (JsonNode node : nodes) {
            JsonNode id = ids.get(node.get("name").asString());
            if (id != null) {
                ((ObjectNode) node).set("id", id);
            }
        }
        replace(owner, chain);
    }

    /** Puts these nodes in place of those that a chain has. */
    public void replace(ServiceClient owner, String chain) {
        metadata.putObject("ruleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        owner.post("/api/ruleChain/metadata", metadata);
    }
}
