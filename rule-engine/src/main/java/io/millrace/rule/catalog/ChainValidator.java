// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.RuleNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds all errors of a chain at once. Every node is created and closed again, so that configurations that its factory
 * rejects are found too. Callers decide whether dead parts are allowed, because ThingsBoard's chains may have some and
 * run.
 */
public final class ChainValidator {

    private static final Logger log = LoggerFactory.getLogger(ChainValidator.class);

    private final NodeCatalogue catalogue;

    public ChainValidator(NodeCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Checks a chain.
     *
     * @param tenant the tenant that owns or will own the chain
     * @param metadata its nodes and connections
     */
    public ChainValidation validate(TenantId tenant, RuleChainMetadata metadata) {
        return new Check(tenant, metadata).run();
    }

    /** Returns the parts that no message ever reaches; creates no node. */
    public List<DeadPart> deadParts(RuleChainMetadata metadata) {
        return DeadParts.in(metadata, catalogue);
    }

    /** Returns the parts that are probably not intended; creates no node. */
    public List<ChainFault> warnings(RuleChainMetadata metadata) {
        return ChainWarnings.in(metadata, catalogue);
    }

    /** Returns the nodes whose types the catalogue lacks, each as an error; creates no node. */
    public List<ChainFault> missingTypes(RuleChainMetadata metadata) {
        List<ChainFault> faults = new ArrayList<>();
        for (int i = 0; i < metadata.nodes().size(); i++) {
            RuleNodeDocument node = metadata.nodes().get(i);
            if (!node.type().isBlank() && catalogue.find(node.type()).isEmpty()) {
                faults.add(missingType(i, node));
            }
        }
        return faults;
    }

    private static ChainFault missingType(int index, RuleNodeDocument node) {
        MissingType missing = MissingType.of(node.type());
        return new ChainFault(
                missing.kind(),
                node.type(),
                index,
                node.name(),
                "nodes[%d].type".formatted(index),
                missing.sentence());
    }

    /** One check of one chain; collects its errors. */
    private final class Check {

        private final TenantId tenant;
        private final RuleChainMetadata metadata;
        private final List<RuleNodeDocument> nodes;
        private final List<ChainFault> errors = new ArrayList<>();

        private Check(TenantId tenant, RuleChainMetadata metadata) {
            this.tenant = tenant;
            this.metadata = metadata;
            this.nodes = metadata.nodes();
        }

        private ChainValidation run() {
            checkFirstNode();
            checkNodes();
            checkConnections();
            checkCycles();
            return new ChainValidation(errors, deadParts(metadata), warnings(metadata));
        }

        private void checkFirstNode() {
            Integer first = metadata.firstNodeIndex();
            if (first != null && isNoNode(first)) {
                errors.add(new ChainFault(null, null, "firstNodeIndex", noNode(first)));
            }
        }

        private void checkNodes() {
            Set<RuleNodeId> ids = new HashSet<>();
            for (int i = 0; i < nodes.size(); i++) {
                RuleNodeDocument node = nodes.get(i);
                if (node.name().isBlank()) {
                    errors.add(fault(i, "name", "expected a name; it is blank"));
                }
                if (node.id() != null && !ids.add(node.id())) {
                    errors.add(fault(i, "id", "another node has the same id"));
                }
                checkTypeAndConfiguration(i, node);
            }
        }

        private void checkTypeAndConfiguration(int index, RuleNodeDocument node) {
            if (node.type().isBlank()) {
                errors.add(fault(index, "type", "expected a node type; it is blank"));
                return;
            }
            if (catalogue.find(node.type()).isEmpty()) {
                errors.add(missingType(index, node));
                return;
            }
            for (String refusal : refusalsOf(node)) {
                ConfigurationFault fault = ConfigurationFault.of(refusal);
                errors.add(
                        about(index, fault.pathIn(index), fault.message())
                                .as(FaultKind.CONFIGURATION, null));
            }
        }

        private List<String> refusalsOf(RuleNodeDocument document) {
            NodeIdentity identity = identity(document);
            ChainNode node =
                    new ChainNode(
                            identity.node(),
                            document.type(),
                            document.name(),
                            document.configuration(),
                            document.configurationVersion(),
                            document.queueName());
            try (RuleNode _ = catalogue.create(node, identity)) {
                return List.of();
            } catch (InvalidConfigurationException e) {
                return e.faults();
            } catch (Exception e) {
                // It cannot start now, but may later, so this is not an error of the chain.
                log.debug(
                        "Node '{}' cannot start during validation of its chain; ignored",
                        node.name(),
                        e);
                return List.of();
            }
        }

        private NodeIdentity identity(RuleNodeDocument node) {
            RuleChainId chain =
                    Objects.requireNonNullElseGet(
                            metadata.ruleChainId(), () -> new RuleChainId(TimeOrderedUuid.next()));
            RuleNodeId id =
                    Objects.requireNonNullElseGet(
                            node.id(), () -> new RuleNodeId(TimeOrderedUuid.next()));
            return new NodeIdentity(tenant, chain, id, node.name(), node.queueName());
        }

        private void checkConnections() {
            for (int i = 0; i < metadata.connections().size(); i++) {
                checkConnection("connections[%d]".formatted(i), metadata.connections().get(i));
            }
        }

        private void checkConnection(String path, ConnectionDocument connection) {
            int from = connection.fromIndex();
            int to = connection.toIndex();
            if (isNoNode(from)) {
                errors.add(new ChainFault(null, null, path + ".fromIndex", noNode(from)));
            }
            if (isNoNode(to)) {
                errors.add(new ChainFault(null, null, path + ".toIndex", noNode(to)));
            }
            if (from == to) {
                errors.add(about(from, path, "a node cannot be connected to itself"));
            }
            if (connection.type().isBlank()) {
                errors.add(about(from, path + ".type", "expected a label; it is blank"));
            }
        }

        private void checkCycles() {
            for (List<Integer> cycle : ChainCycles.find(nodes.size(), metadata.connections())) {
                String names =
                        cycle.stream()
                                .map(index -> nodes.get(index).name())
                                .collect(Collectors.joining(" -> "));
                errors.add(
                        about(cycle.getFirst(), "connections", "the nodes form a cycle: " + names));
            }
        }

        private boolean isNoNode(int index) {
            return index < 0 || index >= nodes.size();
        }

        private String noNode(int index) {
            return "expected the index of one of %d nodes, got %d".formatted(nodes.size(), index);
        }

        private ChainFault fault(int index, String property, String message) {
            return about(index, "nodes[%d].%s".formatted(index, property), message);
        }

        private ChainFault about(int index, String field, String message) {
            return isNoNode(index)
                    ? new ChainFault(null, null, field, message)
                    : new ChainFault(index, nodes.get(index).name(), field, message);
        }
    }
}
