// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Several chains that may call each other, in one document: the form in which the REST API exports and imports them.
 *
 * @param ruleChains the chains, each with an id
 * @param metadata nodes and connections of each chain, in any order; each names its chain
 */
public record RuleChainBundle(List<RuleChainHeader> ruleChains, List<RuleChainMetadata> metadata) {

    public RuleChainBundle {
        ruleChains = List.copyOf(ruleChains);
        metadata = List.copyOf(metadata);
    }

    /**
     * Reads a document. Unknown properties are ignored.
     *
     * @throws IllegalArgumentException if the JSON is not such a document; the message names the property
     */
    public static RuleChainBundle read(JsonNode json) {
        JsonProperties properties = new JsonProperties(json, "");
        List<RuleChainHeader> headers = new ArrayList<>();
        Map<RuleChainId, String> names = new HashMap<>();
        for (JsonProperties chain : properties.objects("ruleChains")) {
            RuleChainHeader header = RuleChainReader.header(chain);
            if (header.id() == null) {
                throw new IllegalArgumentException(
                        chain.pathOf("id") + ": expected an id; there is none");
            }
            headers.add(header);
            names.put(header.id(), header.name());
        }
        List<RuleChainMetadata> metadata = new ArrayList<>();
        for (JsonProperties chain : properties.objects("metadata")) {
            RuleChainMetadata nodes =
                    RuleChainReader.metadata(chain, id -> Optional.ofNullable(names.get(id)));
            if (nodes.ruleChainId() == null || !names.containsKey(nodes.ruleChainId())) {
                throw new IllegalArgumentException(
                        chain.pathOf("ruleChainId")
                                + ": expected the id of one of the chains, got "
                                + nodes.ruleChainId());
            }
            metadata.add(nodes);
        }
        return new RuleChainBundle(headers, metadata);
    }

    /** Returns the document as JSON. */
    public ObjectNode toJson() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ArrayNode chains = json.putArray("ruleChains");
        ruleChains.forEach(chain -> chains.add(chain.toJson()));
        ArrayNode nodes = json.putArray("metadata");
        metadata.forEach(chain -> nodes.add(chain.toJson()));
        return json;
    }

    /**
     * Returns the same chains with new ids, also in calls between them, without node ids, and none of them as root.
     *
     * @param owner the tenant that the chains are to belong to, also in configurations that name a tenant; null for no
     *     owner, as in an export
     */
    public RuleChainBundle withFreshIds(@Nullable TenantId owner) {
        Map<RuleChainId, RuleChainId> fresh = new HashMap<>();
        for (RuleChainHeader header : ruleChains) {
            if (header.id() != null) {
                fresh.put(header.id(), new RuleChainId(TimeOrderedUuid.next()));
            }
        }
        return withIds(fresh, owner);
    }

    /**
     * Does the same as {@link #withFreshIds} with ids that the caller chooses.
     *
     * @param ids the new ids by the former ones; a chain without an entry keeps its id
     * @param owner as in {@link #withFreshIds}
     */
    public RuleChainBundle withIds(Map<RuleChainId, RuleChainId> ids, @Nullable TenantId owner) {
        Relabelling relabelling = new Relabelling(Map.copyOf(ids), owner);
        return new RuleChainBundle(
                ruleChains.stream().map(relabelling::of).toList(),
                metadata.stream().map(relabelling::of).toList());
    }

    /** Replaces ids and owner. */
    private record Relabelling(Map<RuleChainId, RuleChainId> fresh, @Nullable TenantId owner) {

        private @Nullable RuleChainId of(@Nullable RuleChainId id) {
            return id == null ? null : fresh.getOrDefault(id, id);
        }

        private RuleChainHeader of(RuleChainHeader header) {
            return new RuleChainHeader(
                    of(header.id()),
                    header.createdTime(),
                    owner,
                    header.name(),
                    header.type(),
                    null,
                    false,
                    header.debugMode(),
                    header.configuration(),
                    null,
                    null,
                    header.additionalInfo());
        }

        private RuleChainMetadata of(RuleChainMetadata chain) {
            RuleChainMetadata plain = chain.forExport().withNodes(this::of);
            return new RuleChainMetadata(
                    of(chain.ruleChainId()),
                    null,
                    plain.firstNodeIndex(),
                    plain.nodes(),
                    plain.connections());
        }

        private RuleNodeDocument of(RuleNodeDocument node) {
            JsonNode configuration = node.configuration().deepCopy();
            replaceIn(configuration);
            return node.withConfiguration(configuration, node.configurationVersion());
        }

        private void replaceIn(JsonNode json) {
            if (json instanceof ObjectNode object) {
                replaceIn(object);
            }
            json.values().forEach(this::replaceIn);
        }

        private void replaceIn(ObjectNode object) {
            String called = object.path("ruleChainId").asString("");
            fresh.forEach((old, now) -> {
                if (old.toString().equals(called)) {
                    object.put("ruleChainId", now.toString());
                }
            });
            boolean namesTenant =
                    object.path("entityType").asString("").equals(EntityType.TENANT.name());
            if (owner != null && namesTenant) {
                object.put("id", owner.toString());
            }
        }
    }
}
