// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.action.CopyToViewNode;
import io.millrace.rule.node.action.DeleteAttributesNode;
import io.millrace.rule.node.action.DeviceStateNode;
import io.millrace.rule.node.action.LogNode;
import io.millrace.rule.node.action.MessageCountNode;
import io.millrace.rule.node.action.RestCallReplyNode;
import io.millrace.rule.node.action.SaveAttributesNode;
import io.millrace.rule.node.action.SaveTimeseriesNode;
import io.millrace.rule.node.alarm.AlarmPorts;
import io.millrace.rule.node.alarm.ClearAlarmNode;
import io.millrace.rule.node.alarm.CreateAlarmNode;
import io.millrace.rule.node.customer.AssignToCustomerNode;
import io.millrace.rule.node.customer.UnassignFromCustomerNode;
import io.millrace.rule.node.enrichment.CalculateDeltaNode;
import io.millrace.rule.node.enrichment.CustomerAttributesNode;
import io.millrace.rule.node.enrichment.CustomerDetailsNode;
import io.millrace.rule.node.enrichment.DeviceCredentialsNode;
import io.millrace.rule.node.enrichment.OriginatorAttributesNode;
import io.millrace.rule.node.enrichment.OriginatorFieldsNode;
import io.millrace.rule.node.enrichment.OriginatorTelemetryNode;
import io.millrace.rule.node.enrichment.RelatedDeviceAttributesNode;
import io.millrace.rule.node.enrichment.RelatedEntityDataNode;
import io.millrace.rule.node.enrichment.TenantAttributesNode;
import io.millrace.rule.node.enrichment.TenantDetailsNode;
import io.millrace.rule.node.external.RestApiCallNode;
import io.millrace.rule.node.filter.AlarmStatusFilterNode;
import io.millrace.rule.node.filter.AssetProfileSwitchNode;
import io.millrace.rule.node.filter.CheckFieldsNode;
import io.millrace.rule.node.filter.CheckRelationNode;
import io.millrace.rule.node.filter.DeviceProfileSwitchNode;
import io.millrace.rule.node.filter.MessageTypeFilterNode;
import io.millrace.rule.node.filter.MessageTypeSwitchNode;
import io.millrace.rule.node.filter.OriginatorTypeFilterNode;
import io.millrace.rule.node.filter.OriginatorTypeSwitchNode;
import io.millrace.rule.node.filter.ScriptFilterNode;
import io.millrace.rule.node.filter.ScriptSwitchNode;
import io.millrace.rule.node.flow.AcknowledgeNode;
import io.millrace.rule.node.flow.CheckpointNode;
import io.millrace.rule.node.flow.DeduplicationNode;
import io.millrace.rule.node.flow.DelayNode;
import io.millrace.rule.node.flow.GeneratorNode;
import io.millrace.rule.node.flow.OutputNode;
import io.millrace.rule.node.flow.PendingSites;
import io.millrace.rule.node.flow.RuleChainNode;
import io.millrace.rule.node.geo.GeofencingEventsNode;
import io.millrace.rule.node.geo.GeofencingFilterNode;
import io.millrace.rule.node.math.MathNode;
import io.millrace.rule.node.profile.DeviceProfileNode;
import io.millrace.rule.node.related.MissingEntities;
import io.millrace.rule.node.relation.CreateRelationNode;
import io.millrace.rule.node.relation.DeleteRelationNode;
import io.millrace.rule.node.rpc.RpcReplyNode;
import io.millrace.rule.node.rpc.RpcRequestNode;
import io.millrace.rule.node.transform.ChangeOriginatorNode;
import io.millrace.rule.node.transform.CopyKeysNode;
import io.millrace.rule.node.transform.DeleteKeysNode;
import io.millrace.rule.node.transform.JsonPathNode;
import io.millrace.rule.node.transform.MessageToEmailNode;
import io.millrace.rule.node.transform.RenameKeysNode;
import io.millrace.rule.node.transform.ScriptTransformNode;
import io.millrace.rule.node.transform.SplitArrayNode;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.TimeseriesReads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The node types that chains may use, each by its id or by ThingsBoard's class name. */
public final class NodeCatalogue {

    private final List<NodeDefinition<?>> definitions;
    private final Map<String, NodeDefinition<?>> byName;

    private NodeCatalogue(List<NodeDefinition<?>> definitions) {
        this.definitions = List.copyOf(definitions);
        Map<String, NodeDefinition<?>> names = new HashMap<>();
        for (NodeDefinition<?> definition : definitions) {
            add(names, definition.type().id(), definition);
            if (!definition.type().alias().isEmpty()) {
                add(names, definition.type().alias(), definition);
            }
        }
        this.byName = Map.copyOf(names);
    }

    private static void add(
            Map<String, NodeDefinition<?>> names, String name, NodeDefinition<?> definition) {
        if (names.putIfAbsent(name, definition) != null) {
            throw new IllegalArgumentException("node type defined twice: " + name);
        }
    }

    /** Returns a catalogue of the given types; each id and alias must be unique. */
    public static NodeCatalogue of(List<NodeDefinition<?>> definitions) {
        return new NodeCatalogue(definitions);
    }

    /** Returns the types that are part of Millrace. */
    public static NodeCatalogue builtIn(NodePorts ports) {
        PendingSites.Ports sites =
                new PendingSites.Ports(ports.pending(), ports.intake(), ports.clock());
        List<NodeDefinition<?>> all = new ArrayList<>();
        all.addAll(filters(ports));
        all.addAll(enrichments(ports));
        all.addAll(transformations(ports, sites));
        all.addAll(actions(ports, sites));
        all.addAll(flows(ports));
        return of(all);
    }

    private static List<NodeDefinition<?>> filters(NodePorts ports) {
        return List.of(
                ScriptFilterNode.definition(ports.scripts()),
                ScriptSwitchNode.definition(ports.scripts()),
                MessageTypeFilterNode.definition(),
                MessageTypeSwitchNode.definition(),
                OriginatorTypeFilterNode.definition(),
                OriginatorTypeSwitchNode.definition(),
                DeviceProfileSwitchNode.definition(ports.deviceProfiles()),
                AssetProfileSwitchNode.definition(ports.assetProfiles()),
                CheckFieldsNode.definition(),
                CheckRelationNode.definition(ports.relations()),
                AlarmStatusFilterNode.definition(ports.alarms()),
                GeofencingFilterNode.definition());
    }

    private static List<NodeDefinition<?>> enrichments(NodePorts ports) {
        AttributeStore attributes = ports.attributes();
        TimeseriesReads series = ports.timeseriesReads();
        EntityStore entities = ports.entities();
        RelationStore relations = ports.relations();
        return List.of(
                OriginatorAttributesNode.definition(attributes, series),
                OriginatorFieldsNode.definition(entities),
                OriginatorTelemetryNode.definition(series, ports.clock()),
                CustomerAttributesNode.definition(entities, attributes, series),
                CustomerDetailsNode.definition(entities),
                TenantAttributesNode.definition(attributes, series),
                TenantDetailsNode.definition(entities),
                RelatedDeviceAttributesNode.definition(attributes, series, relations, entities),
                RelatedEntityDataNode.definition(relations, entities, attributes, series),
                DeviceCredentialsNode.definition(ports.deviceCredentials()),
                CalculateDeltaNode.definition(series));
    }

    private static List<NodeDefinition<?>> transformations(
            NodePorts ports, PendingSites.Ports sites) {
        return List.of(
                ScriptTransformNode.definition(ports.scripts()),
                ChangeOriginatorNode.definition(
                        ports.entities(), ports.relations(), ports.alarms()),
                CopyKeysNode.definition(),
                DeleteKeysNode.definition(),
                RenameKeysNode.definition(),
                JsonPathNode.definition(),
                SplitArrayNode.definition(),
                MessageToEmailNode.definition(),
                DeduplicationNode.definition(sites));
    }

    private static List<NodeDefinition<?>> actions(NodePorts ports, PendingSites.Ports sites) {
        AlarmPorts alarms =
                new AlarmPorts(
                        ports.scripts(),
                        ports.alarms(),
                        ports.entities(),
                        ports.intake(),
                        ports.clock());
        MissingEntities.Ports missing =
                new MissingEntities.Ports(
                        ports.entities(), ports.entityWrites(), ports.intake(), ports.clock());
        return List.of(
                SaveTimeseriesNode.definition(ports.timeseries(), ports.clock()),
                SaveAttributesNode.definition(
                        ports.attributes(),
                        ports.deviceNotifications(),
                        ports.intake(),
                        ports.clock()),
                DeleteAttributesNode.definition(
                        ports.attributes(),
                        ports.deviceNotifications(),
                        ports.intake(),
                        ports.clock()),
                CopyToViewNode.definition(ports.entityViews(), ports.attributes(), ports.clock()),
                MathNode.definition(
                        new MathNode.Ports(
                                ports.attributes(),
                                ports.timeseriesReads(),
                                ports.timeseries(),
                                ports.deviceNotifications(),
                                ports.clock())),
                DeviceStateNode.definition(ports.deviceStates()),
                MessageCountNode.definition(
                        new MessageCountNode.Ports(
                                ports.timers(), ports.intake(), ports.instance(), ports.clock())),
                GeofencingEventsNode.definition(ports.attributes(), ports.clock()),
                CreateAlarmNode.definition(alarms),
                ClearAlarmNode.definition(alarms),
                CreateRelationNode.definition(ports.relations(), missing),
                DeleteRelationNode.definition(ports.relations(), ports.entities()),
                AssignToCustomerNode.definition(missing),
                UnassignFromCustomerNode.definition(ports.entityWrites()),
                LogNode.definition(ports.scripts(), ports.messageLog()),
                RpcRequestNode.definition(sites, ports.deviceRpc()),
                RpcReplyNode.definition(ports.deviceRpcReplies()),
                DeviceProfileNode.definition(
                        new DeviceProfileNode.Ports(
                                ports.deviceProfiles(),
                                ports.timeseriesReads(),
                                ports.attributes(),
                                ports.entities(),
                                ports.alarms(),
                                ports.ruleStates(),
                                ports.pending(),
                                ports.intake(),
                                ports.clock())),
                DelayNode.definition(sites),
                GeneratorNode.definition(ports.scripts(), ports.entities(), sites),
                RestCallReplyNode.definition(ports.restReplies()),
                RestApiCallNode.definition(ports.http()));
    }

    private static List<NodeDefinition<?>> flows(NodePorts ports) {
        return List.of(
                RuleChainNode.definition(ports.deviceProfiles()),
                OutputNode.definition(),
                AcknowledgeNode.definition(),
                CheckpointNode.definition());
    }

    /** Returns all types, in the order of the list that the catalogue was created from. */
    public List<NodeDefinition<?>> definitions() {
        return definitions;
    }

    /** Returns the type with an id or alias. */
    public Optional<NodeDefinition<?>> find(String type) {
        return Optional.ofNullable(byName.get(type));
    }

    /**
     * Returns the type with an id or alias.
     *
     * @throws UnknownNodeTypeException if there is none
     */
    public NodeDefinition<?> require(String type) {
        return find(type).orElseThrow(() -> new UnknownNodeTypeException(type));
    }

    /** Returns the configuration of a new node of a type, as JSON. */
    public ObjectNode defaultsOf(NodeDefinition<?> definition) {
        return ConfigurationBinding.defaults(definition);
    }

    /**
     * Returns a node with its configuration upgraded to the current version of its type. A node of the current version,
     * of a later one, or of an unknown type is returned unchanged.
     */
    public ChainNode upgraded(ChainNode node) {
        NodeDefinition<?> definition = byName.get(node.type());
        if (definition == null || node.configurationVersion() >= definition.type().version()) {
            return node;
        }
        return new ChainNode(
                node.id(),
                node.type(),
                node.name(),
                upgraded(definition, node.configurationVersion(), node.configuration()),
                definition.type().version(),
                node.queueName());
    }

    /** Returns the nodes of a chain with their configurations upgraded, see {@link #upgraded(ChainNode)}. */
    public RuleChainMetadata upgraded(RuleChainMetadata metadata) {
        return metadata.withNodes(this::upgraded);
    }

    private RuleNodeDocument upgraded(RuleNodeDocument node) {
        NodeDefinition<?> definition = byName.get(node.type());
        if (definition == null || node.configurationVersion() >= definition.type().version()) {
            return node;
        }
        return node.withConfiguration(
                upgraded(definition, node.configurationVersion(), node.configuration()),
                definition.type().version());
    }

    private static ObjectNode upgraded(
            NodeDefinition<?> definition, int version, @Nullable JsonNode configuration) {
        if (!(configuration instanceof ObjectNode older)) {
            return ConfigurationBinding.defaults(definition);
        }
        ObjectNode copy = older.deepCopy();
        definition.upgrade().apply(version, copy);
        return copy;
    }

    /**
     * Creates a node that is ready for messages: upgrades, binds and checks its configuration, and calls the type's
     * factory. A node of a type that is not in the catalogue becomes a placeholder, which sends every message to {@code
     * Failure}.
     *
     * @throws InvalidConfigurationException if the configuration cannot work; the message names the field
     * @throws Exception if the node cannot start now; a retry may help
     */
    public RuleNode create(ChainNode node, NodeIdentity identity) throws Exception {
        NodeDefinition<?> definition = byName.get(node.type());
        return definition == null
                ? new PlaceholderNode(node.type())
                : create(definition, upgraded(node).configuration(), identity);
    }

    private static <C> RuleNode create(
            NodeDefinition<C> definition, JsonNode configuration, NodeIdentity identity)
            throws Exception {
        C bound = ConfigurationBinding.bind(definition, configuration);
        try {
            ConfigurationRules.checked(bound);
        } catch (InvalidConfigurationException broken) {
            List<String> faults = new ArrayList<>(broken.faults());
            List<String> fields = faults.stream().map(NodeCatalogue::field).toList();
            refusals(definition, bound, identity).stream()
                    .filter(refusal -> !fields.contains(field(refusal)))
                    .forEach(faults::add);
            throw new InvalidConfigurationException(faults);
        }
        return definition.factory().create(bound, identity);
    }

    private static String field(String fault) {
        return ConfigurationFault.of(fault).field();
    }

    /**
     * Returns the faults that the factory itself finds in a configuration that violates constraints, so that all are
     * reported at once.
     */
    private static <C> List<String> refusals(
            NodeDefinition<C> definition, C configuration, NodeIdentity identity) {
        try (RuleNode _ = definition.factory().create(configuration, identity)) {
            return List.of();
        } catch (InvalidConfigurationException e) {
            return e.faults();
        } catch (Exception _) {
            // The factory may rely on the constraints.
            return List.of();
        }
    }
}
