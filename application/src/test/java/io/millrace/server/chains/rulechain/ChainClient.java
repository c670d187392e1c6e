// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.server.rest.RestClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Works with the chains of a tenant as its administrator. */
public record ChainClient(RestClient admin) {

    public static final String OUTPUT = "org.thingsboard.rule.engine.flow.TbRuleChainOutputNode";
    public static final String ACKNOWLEDGE = "org.thingsboard.rule.engine.flow.TbAckNode";
    public static final String SWITCH = "org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode";
    public static final String RULE_CHAIN = "org.thingsboard.rule.engine.flow.TbRuleChainInputNode";

    public static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    /** A JSON document out of the test resources. */
    public static ObjectNode sample(String name) {
        try (InputStream json = ChainClient.class.getResourceAsStream("/rule-chains/" + name)) {
            return (ObjectNode) JsonMapper.shared().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ObjectNode node(String type, String name) {
        ObjectNode node = RestClient.object().put("type", type).put("name", name);
        node.putObject("configuration");
        return node;
    }

    /** A node that calls a chain. */
    public static ObjectNode call(String name, String chain) {
        ObjectNode node = node(RULE_CHAIN, name);
        node.putObject("configuration").put("ruleChainId", chain);
        return node;
    }

    public static Map<String, Object> connection(int from, int to, String label) {
        return Map.of("fromIndex", from, "toIndex", to, "type", label);
    }

    /** The header of a new chain without nodes. */
    public ObjectNode create(String name) {
        return (ObjectNode) admin.post("/api/ruleChain", Map.of("name", name)).expect(200).json();
    }

    public ObjectNode header(String chain) {
        return (ObjectNode) admin.get("/api/ruleChain/" + chain).expect(200).json();
    }

    public ObjectNode metadata(String chain) {
        return (ObjectNode) admin.get("/api/ruleChain/" + chain + "/metadata").expect(200).json();
    }

    public RestClient.Answer save(Object metadata) {
        return admin.post("/api/ruleChain/metadata", metadata);
    }

    /** Metadata with the first node first. */
    public static ObjectNode graph(String chain, List<ObjectNode> nodes, List<?> connections) {
        ObjectNode graph = RestClient.object();
        graph.putObject("ruleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        graph.put("firstNodeIndex", 0);
        graph.putArray("nodes").addAll(nodes);
        graph.set("connections", JsonMapper.shared().valueToTree(connections));
        return graph;
    }

    /** The page of chains that a query gives. */
    public JsonNode list(String query) {
        return admin.get("/api/ruleChains?" + query).expect(200).json();
    }

    public static List<String> names(JsonNode page) {
        return page.path("data").valueStream().map(c -> c.path("name").stringValue()).toList();
    }

    /** The header of the root chain. */
    public JsonNode root() {
        return list("pageSize=100&page=0")
                .path("data")
                .valueStream()
                .filter(chain -> chain.path("root").booleanValue())
                .findFirst()
                .orElseThrow();
    }

    /** Metadata as a file has it: without ids, times and warnings. */
    public static ObjectNode plain(JsonNode metadata) {
        ObjectNode plain = ((ObjectNode) metadata).deepCopy();
        plain.remove(List.of("ruleChainId", "version", "warnings"));
        plain.path("nodes")
                .forEach(node ->
                        ((ObjectNode) node)
                                .remove(List.of("id", "createdTime", "ruleChainId", "externalId")));
        return plain;
    }
}
