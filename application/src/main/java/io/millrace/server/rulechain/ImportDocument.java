// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads documents of chains: that of one chain, and that of many. What is wrong in them goes to the faults. */
final class ImportDocument {

    private final ChainFaults faults;
    private final Function<RuleChainId, Optional<String>> storedNames;
    private final Map<RuleChainId, RuleChainHeader> headers = new LinkedHashMap<>();
    private final Map<RuleChainId, RuleChainMetadata> graphs = new LinkedHashMap<>();

    /**
     * @param storedNames names of chains that the importing tenant has
     */
    ImportDocument(ChainFaults faults, Function<RuleChainId, Optional<String>> storedNames) {
        this.faults = faults;
        this.storedNames = storedNames;
    }

    /** The chain of a document of one: {@code {"ruleChain": …, "metadata": …}}. */
    Optional<ImportedChain> one(JsonNode json) {
        Optional<RuleChainContent> content =
                faults.reading(
                        "ruleChain: ",
                        () -> RuleChainContent.of(RuleChainHeader.read(json.path("ruleChain"))));
        Optional<RuleChainMetadata> graph =
                faults.reading(
                        "metadata: ",
                        () -> RuleChainMetadata.read(json.path("metadata"), storedNames));
        return content.flatMap(c -> graph.map(g -> new ImportedChain(null, c, g)));
    }

    /** The chains of a document of many: {@code {"ruleChains": […], "metadata": […]}}. */
    List<ImportedChain> many(JsonNode json) {
        elements(json, "ruleChains")
                .forEach((path, element) ->
                        faults.reading(path, () -> RuleChainHeader.read(element))
                                .ifPresent(header -> add(path, header)));
        elements(json, "metadata")
                .forEach((path, element) ->
                        faults.reading(path, () -> RuleChainMetadata.read(element, this::nameOf))
                                .ifPresent(graph -> add(path, graph)));
        List<ImportedChain> chains = new ArrayList<>();
        headers.forEach((id, header) -> join(id, header).ifPresent(chains::add));
        return chains;
    }

    private Map<String, JsonNode> elements(JsonNode json, String name) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        JsonNode array = json.path(name);
        if (!array.isArray()) {
            faults.add(name + ": expected a list, but there is none");
        }
        for (int i = 0; array.isArray() && i < array.size(); i++) {
            elements.put("%s[%d]: ".formatted(name, i), array.get(i));
        }
        return elements;
    }

    private void add(String path, RuleChainHeader header) {
        RuleChainId id = header.id();
        if (id == null) {
            faults.add(path + "id: expected the id of a rule chain, but there is none");
        } else if (headers.putIfAbsent(id, header) != null) {
            faults.add(path + "id: another rule chain has the same id");
        }
    }

    private void add(String path, RuleChainMetadata graph) {
        RuleChainId id = graph.ruleChainId();
        if (id == null || !headers.containsKey(id)) {
            faults.add(path + "ruleChainId: expected the id of one of the rule chains");
        } else if (graphs.putIfAbsent(id, graph) != null) {
            faults.add(path + "ruleChainId: the rule chain has metadata already");
        }
    }

    private Optional<ImportedChain> join(RuleChainId id, RuleChainHeader header) {
        String path = "Rule chain \"%s\": ".formatted(header.name());
        RuleChainMetadata graph = graphs.get(id);
        if (graph == null) {
            faults.add(path + "expected metadata, but there is none");
            return Optional.empty();
        }
        return faults.reading(path, () -> RuleChainContent.of(header))
                .map(content -> new ImportedChain(id.toString(), content, graph));
    }

    private Optional<String> nameOf(RuleChainId chain) {
        return Optional.ofNullable(headers.get(chain))
                .map(RuleChainHeader::name)
                .or(() -> storedNames.apply(chain));
    }
}
