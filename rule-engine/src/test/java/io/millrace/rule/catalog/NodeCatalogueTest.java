// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.filter.MessageTypeSwitchNode;
import io.millrace.rule.script.FakeScripts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

class NodeCatalogueTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final NodeCatalogue CATALOGUE =
            NodeCatalogue.builtIn(new TestPorts(FakeScripts.answering(true)).ports());

    static Stream<String> types() {
        return CATALOGUE.definitions().stream().map(definition -> definition.type().id());
    }

    @ParameterizedTest
    @MethodSource("types")
    void bindsTheDefaultsOfEachTypeFromTheirOwnJson(String type) {
        NodeDefinition<?> definition = CATALOGUE.require(type);
        JsonNode defaults = CATALOGUE.defaultsOf(definition);

        assertThat(ConfigurationBinding.bind(definition, defaults))
                .isEqualTo(definition.defaults());
    }

    /** Types whose defaults lack a required choice, and the field in the error. */
    private static final Map<String, String> INCOMPLETE =
            Map.of(
                    "flow.rule-chain", "ruleChainId:",
                    "filter.check-relation", "entity",
                    "action.create-relation", "entityType:",
                    "action.assign-to-customer", "customerNamePattern:",
                    "enrichment.customer-details", "detailsList:",
                    "enrichment.tenant-details", "detailsList:",
                    "enrichment.originator-telemetry", "latestTsKeyNames:");

    @ParameterizedTest
    @MethodSource("types")
    void startsEachTypeWithItsDefaults(String type) throws Exception {
        JsonNode configuration = CATALOGUE.defaultsOf(CATALOGUE.require(type));
        String incomplete = INCOMPLETE.get(type);
        if (incomplete != null) {
            assertThatThrownBy(() -> create(type, configuration))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageStartingWith(incomplete);
        } else {
            try (RuleNode node = create(type, configuration)) {
                assertThat(node).isNotNull();
            }
        }
    }

    @Test
    void knowsWhichTypesWaitForTheStoreAndSoMustRefuseNothing() {
        assertThat(CATALOGUE.definitions())
                .filteredOn(definition -> definition.type().waitsForStore())
                .extracting(definition -> definition.type().id())
                .containsExactlyInAnyOrder(
                        "action.clear-alarm",
                        "action.create-alarm",
                        "action.create-relation",
                        "action.delete-relation",
                        "action.assign-to-customer",
                        "action.unassign-from-customer",
                        "action.delete-attributes",
                        "action.copy-to-view",
                        "action.math",
                        "action.geofencing-events",
                        "action.device-state",
                        "action.generator",
                        "action.save-timeseries",
                        "action.save-attributes",
                        "action.rest-call-reply",
                        "action.rpc-request",
                        "enrichment.calculate-delta",
                        "enrichment.customer-attributes",
                        "enrichment.customer-details",
                        "enrichment.device-credentials",
                        "enrichment.originator-attributes",
                        "enrichment.originator-fields",
                        "enrichment.originator-telemetry",
                        "enrichment.related-device-attributes",
                        "enrichment.related-entity-data",
                        "enrichment.tenant-attributes",
                        "enrichment.tenant-details",
                        "filter.alarm-status",
                        "filter.asset-profile-switch",
                        "filter.check-relation",
                        "filter.device-profile-switch",
                        "flow.delay",
                        "flow.rule-chain",
                        "profile.device-profile",
                        "transform.change-originator",
                        "transform.deduplication");
    }

    @ParameterizedTest
    @MethodSource("types")
    void describesEachType(String type) {
        NodeDefinition<?> definition = CATALOGUE.require(type);

        assertThat(definition.type().name()).isNotBlank();
        assertThat(definition.type().description()).isNotBlank().endsWith(".");
        assertThat(definition.type().labels())
                .doesNotContain("", "Failure")
                .doesNotHaveDuplicates();
        boolean mayHaveNone = definition.type().customLabels() || type.equals("flow.output");
        assertThat(definition.type().labels().length > 0 || mayHaveNone).isTrue();
        assertThat(CATALOGUE.find(definition.type().alias())).contains(definition);
    }

    @ParameterizedTest
    @MethodSource("types")
    void describesEachFieldOfEachType(String type) {
        NodeDefinition<?> definition = CATALOGUE.require(type);
        String table =
                ConfigurationTable.of(
                        definition.configurationType(), CATALOGUE.defaultsOf(definition));

        List<String> rows = table.lines().filter(line -> line.startsWith("| `")).toList();
        assertThat(rows)
                .hasSizeGreaterThanOrEqualTo(fieldsOf(definition.configurationType()))
                .allSatisfy(row -> assertThat(meaningIn(row)).as(row).isNotEmpty());
    }

    private static int fieldsOf(Class<?> configuration) {
        // Its only field is a version that ThingsBoard writes; the table leaves it out.
        return configuration == EmptyConfiguration.class
                ? 0
                : configuration.getRecordComponents().length;
    }

    /** The last cell of a row, without the condition that the table adds itself. */
    private static String meaningIn(String row) {
        String[] cells = row.split("(?<!\\\\)\\|");
        return cells[5].replaceFirst("Only if `[^`]*` is `[^`]*`\\.", "").strip();
    }

    @Test
    void knowsEveryFilterEnrichmentTransformationAndFlowNodeOfThingsBoard() {
        Map<NodeGroup, Long> counts =
                CATALOGUE.definitions().stream()
                        .collect(
                                Collectors.groupingBy(
                                        definition -> definition.type().group(),
                                        Collectors.counting()));

        assertThat(counts)
                .containsEntry(NodeGroup.FILTER, 12L)
                .containsEntry(NodeGroup.ENRICHMENT, 11L)
                .containsEntry(NodeGroup.TRANSFORMATION, 9L)
                .containsEntry(NodeGroup.FLOW, 4L);
    }

    @Test
    void namesEachTypeByItsGroupAndByThingsBoardsClass() {
        assertThat(CATALOGUE.definitions())
                .allSatisfy(definition -> {
                    assertThat(definition.type().id()).matches("[a-z]+\\.[a-z]+(-[a-z]+)*");
                    assertThat(definition.type().alias())
                            .startsWith("org.thingsboard.rule.engine.");
                });
    }

    @Test
    void marksTheTypesThatAreFeltOutside() {
        Set<String> withEffect =
                Set.of(
                        "action.clear-alarm",
                        "action.create-alarm",
                        "action.create-relation",
                        "action.delete-relation",
                        "action.assign-to-customer",
                        "action.unassign-from-customer",
                        "action.delete-attributes",
                        "action.copy-to-view",
                        "action.math",
                        "action.message-count",
                        "action.geofencing-events",
                        "action.device-state",
                        "action.generator",
                        "action.save-timeseries",
                        "action.save-attributes",
                        "action.log",
                        "action.rest-call-reply",
                        "action.rpc-reply",
                        "action.rpc-request",
                        "flow.checkpoint",
                        "flow.delay",
                        "profile.device-profile",
                        "transform.deduplication",
                        "external.rest-api-call");

        assertThat(CATALOGUE.definitions())
                .allSatisfy(definition ->
                        assertThat(definition.type().effect())
                                .as(definition.type().id())
                                .isEqualTo(withEffect.contains(definition.type().id())));
    }

    @Test
    void refusesATypeThatStandsTwice() {
        NodeDefinition<?> definition = MessageTypeSwitchNode.definition();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeCatalogue.of(List.of(definition, definition)))
                .withMessageContaining("filter.message-type-switch");
    }

    @Test
    void namesTheTypeThatItLacks() {
        assertThat(CATALOGUE.find("org.example.MyNode")).isEmpty();
        assertThatThrownBy(() -> CATALOGUE.require("org.example.MyNode"))
                .isInstanceOfSatisfying(
                        UnknownNodeTypeException.class,
                        e -> assertThat(e.type()).isEqualTo("org.example.MyNode"));
    }

    @Test
    void createsAPlaceholderForATypeThatItLacks() throws Exception {
        String type = "org.thingsboard.rule.engine.action.TbAddToGroupNode";
        RuleMessage message = NodeTester.telemetry("{}");

        try (RuleNode node = create(type, NullNode.getInstance())) {
            assertThat(node.process(message))
                    .isEqualTo(
                            new NodeResult.Failed(
                                    message,
                                    "node type %s is not available in Millrace: the node \"add to group\""
                                                    .formatted(type)
                                            + " belongs to ThingsBoard PE"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    action.rpc-request     | {"timeoutInSeconds":"soon"} | timeoutInSeconds: must be a number, not "soon"
                    action.rpc-request     | {"timeoutInSeconds":{}} | timeoutInSeconds: must be a number
                    action.rpc-request     | {"timeoutInSeconds":-1} | timeoutInSeconds: must be 0 or more, but is -1
                    action.rpc-request     | [] | configuration: must be an object, not ARRAY
                    action.save-attributes | {"scope":"MY_SCOPE","processingSettings":{"type":"ON_EVERY_MESSAGE"}} | scope: "MY_SCOPE" is not one of CLIENT_SCOPE, SERVER_SCOPE, SHARED_SCOPE
                    action.save-timeseries | {"processingSettings":{"type":"SOMETIMES"}} | processingSettings.type: "SOMETIMES" is not one of ON_EVERY_MESSAGE, WEBSOCKETS_ONLY, DEDUPLICATE, ADVANCED
                    action.save-timeseries | {"processingSettings":{}} | processingSettings.type: must be one of ON_EVERY_MESSAGE, WEBSOCKETS_ONLY, DEDUPLICATE, ADVANCED, but is missing
                    action.save-timeseries | {"processingSettings":{"type":"DEDUPLICATE","deduplicationIntervalSecs":0}} | deduplicationIntervalSecs: must be from 1 to 86400 seconds, not 0
                    action.save-timeseries | {} | processingSettings: must be set
                    filter.message-type    | {"messageTypes":"POST"} | messageTypes: must be a list
                    filter.script          | {"scriptLang":"PYTHON"} | scriptLang: "PYTHON" is not one of JS, TBEL
                    filter.script          | {"scriptLang":"TBEL","tbelScript":"broken"} | tbelScript: line 1, column 1: unexpected end
                    external.rest-api-call | {"restEndpointUrlPattern":"http://h","requestMethod":"GET","credentials":{"type":"sas"}} | credentials.type: "sas" is not one of anonymous, basic, cert.PEM
                    """)
    void saysWhichFieldOfAConfigurationIsWrong(String type, String json, String message) {
        assertThatThrownBy(() -> create(type, JSON.readTree(json)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(message);
    }

    @Test
    void saysAllThatIsWrongInAConfigurationAtOnce() {
        String configuration =
                """
                {"restEndpointUrlPattern":"http://h","requestMethod":"GET","readTimeoutMs":"soon","proxyPort":[],
                 "credentials":{"type":"sas"},"maxParallelRequestsCount":-1}
                """;

        assertThatThrownBy(() -> create("external.rest-api-call", JSON.readTree(configuration)))
                .isInstanceOfSatisfying(
                        InvalidConfigurationException.class,
                        e ->
                                assertThat(e.faults())
                                        .containsExactlyInAnyOrder(
                                                "readTimeoutMs: must be a number, not \"soon\"",
                                                "proxyPort: must be a number",
                                                "credentials.type: \"sas\" is not one of anonymous, basic, cert.PEM",
                                                "maxParallelRequestsCount: must be 0 or more, not -1"));
    }

    @Test
    void saysWhatTheNodeItselfRefusesTogetherWithBrokenConstraints() {
        String configuration =
                """
                {"latitudeKeyName":"","longitudeKeyName":"longitude","perimeterType":"POLYGON",
                 "fetchPerimeterInfoFromMessageMetadata":false,"polygonsDefinition":"none"}
                """;

        assertThatThrownBy(() -> create("filter.geofencing", JSON.readTree(configuration)))
                .isInstanceOfSatisfying(
                        InvalidConfigurationException.class,
                        e ->
                                assertThat(e.faults())
                                        .satisfiesExactly(
                                                one ->
                                                        assertThat(one)
                                                                .startsWith("latitudeKeyName: "),
                                                other ->
                                                        assertThat(other)
                                                                .startsWith(
                                                                        "polygonsDefinition: ")));
    }

    @Test
    void bindsLeniently() throws Exception {
        assertThat(
                        create(
                                "action.rpc-request",
                                JSON.readTree("{\"timeoutInSeconds\":\"60\",\"colour\":\"red\"}")))
                .isNotNull();
        assertThat(create("action.rpc-request", JSON.readTree("{\"timeoutInSeconds\":null}")))
                .isNotNull();
        assertThat(create("action.rpc-request", JSON.readTree("{}"))).isNotNull();
    }

    @Test
    void replacesAMissingConfigurationOfAnOlderVersionByTheDefaults() {
        ChainNode node = node("action.save-timeseries", NullNode.getInstance(), 0);

        assertThat(CATALOGUE.upgraded(node).configuration())
                .isEqualTo(CATALOGUE.defaultsOf(CATALOGUE.require("action.save-timeseries")));
        assertThat(CATALOGUE.upgraded(node).configurationVersion()).isEqualTo(1);
    }

    @Test
    void leavesTheOldConfigurationAloneWhenItUpgrades() {
        JsonNode old = JSON.readTree("{\"defaultTTL\":5,\"skipLatestPersistence\":true}");
        ChainNode node = node("action.save-timeseries", old, 0);

        CATALOGUE.upgraded(node);

        assertThat(old.has("skipLatestPersistence")).isTrue();
    }

    @Test
    void leavesConfigurationsOfLaterVersionsAlone() {
        ChainNode node = node("action.save-timeseries", JSON.readTree("{\"new\":1}"), 9);

        assertThat(CATALOGUE.upgraded(node)).isEqualTo(node);
    }

    private static RuleNode create(String type, JsonNode configuration) throws Exception {
        NodeIdentity identity = NodeTester.identity("a node");
        int version = CATALOGUE.find(type).map(found -> found.type().version()).orElse(0);
        return CATALOGUE.create(node(type, configuration, version), identity);
    }

    private static ChainNode node(String type, JsonNode configuration, int version) {
        NodeIdentity identity = NodeTester.identity("a node");
        return new ChainNode(identity.node(), type, "a node", configuration, version, null);
    }
}
