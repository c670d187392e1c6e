// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.rulechain.ChainClient.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Source;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The chains of {@code samples/rule-chains} do what their cases say. A new directory there is tested too. */
class SampleChainsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    static Stream<Path> samples() throws IOException {
        return SampleChain.directories();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleDoesWhatItsCasesSay(Path directory) {
        SampleChain sample = SampleChain.read(directory);
        SampleEntities entities = SampleEntities.make(admin, tenant.entity(), sample.setup());
        String chain = imported(sample);

        sample.cases().forEach(each -> tryOut(chain, each, entities));
        // What is stored would change what later cases read.
        sample.cases().stream()
                .filter(each -> each.path("real").asBoolean(false))
                .forEach(each -> send(chain, each, entities));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleThatIsExportedAndImportedHasTheSameGraphs(Path directory) {
        imported(SampleChain.read(directory));
        RestClient stranger = server.newTenantAdministrator();

        stranger.post(
                        "/api/ruleChains/import?overwrite=true",
                        admin.get("/api/ruleChains/export?limit=100").expect(200).json())
                .expect(200);

        assertThat(graphs(new ChainClient(stranger)))
                .hasSizeGreaterThan(1)
                .isEqualTo(graphs(new ChainClient(admin)));
    }

    /** The id of the chain that takes the messages. */
    private String imported(SampleChain sample) {
        return sample.isBundle()
                ? admin.post("/api/ruleChains/import", sample.file())
                        .expect(200)
                        .text("/0/ruleChainId/id")
                : id(admin.post("/api/ruleChain/import", sample.file()).expect(200).json());
    }

    /** The graphs of a tenant's chains by their names, in which chains that are called stand by their names too. */
    private static Map<String, JsonNode> graphs(ChainClient chains) {
        List<JsonNode> headers =
                chains.list("pageSize=100&page=0").path("data").valueStream().toList();
        Map<String, JsonNode> graphs = new LinkedHashMap<>();
        for (JsonNode header : headers) {
            String graph = plain(chains.metadata(id(header))).toString();
            for (JsonNode called : headers) {
                graph = graph.replace(id(called), called.path("name").stringValue());
            }
            graphs.put(header.path("name").stringValue(), JsonMapper.shared().readTree(graph));
        }
        return graphs;
    }

    private void tryOut(String chain, JsonNode sampleCase, SampleEntities entities) {
        ObjectNode request = RestClient.object();
        request.putObject("ruleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        ObjectNode message = request.putObject("message");
        message.set("originator", SampleEntities.json(originator(sampleCase, entities)));
        message.put("msgType", typeOf(sampleCase));
        message.set("metadata", JsonMapper.shared().valueToTree(metadata(sampleCase)));
        message.set("data", sampleCase.path("data"));
        if (sampleCase.has("replies")) {
            request.set("replies", sampleCase.path("replies"));
        }

        JsonNode report = admin.post("/api/ruleChain/testRun", request).expect(200).json();

        try {
            new SampleExpectation(sampleCase.path("expected"), entities).check(report);
        } catch (AssertionError e) {
            throw new AssertionError(
                    "%s: %s%nReport: %s"
                            .formatted(sampleCase.path("name").asString(), e.getMessage(), report),
                    e);
        }
    }

    /** Through the queue, as a message of a device comes. */
    private void send(String chain, JsonNode sampleCase, SampleEntities entities) {
        EntityId originator = originator(sampleCase, entities);
        RuleMessage message =
                RuleMessage.of(
                                tenant,
                                originator,
                                typeOf(sampleCase),
                                Metadata.of(metadata(sampleCase)),
                                Payload.ofText(sampleCase.path("data").toString()),
                                System.currentTimeMillis())
                        .withEntry(EntryPoint.firstNodeOf(RuleChainId.of(chain)));
        assertThat(server.bean(MessageQueue.class).submit(message, Source.RULE_ENGINE, () -> {}))
                .isEqualTo(MessageQueue.Admission.ACCEPTED);
        JsonNode stored = sampleCase.path("stored");
        assertThat(stored.isEmpty())
                .as("what the real case \"%s\" stores", sampleCase.path("name"))
                .isFalse();
        await(sampleCase.path("name").asString())
                .untilAsserted(() -> checkStored(stored, entities));
    }

    private static void checkStored(JsonNode stored, SampleEntities entities) {
        stored.forEachEntry((entity, wanted) -> {
            wanted.path("timeseries")
                    .forEachEntry((key, value) ->
                            assertThat(entities.latest(entity, key))
                                    .as("%s of %s", key, entity)
                                    .isEqualTo(value));
            wanted.path("attributes")
                    .forEachEntry((scope, values) ->
                            values.forEachEntry((key, value) ->
                                    assertThat(entities.attribute(entity, scope, key))
                                            .as("%s of %s", key, entity)
                                            .isEqualTo(value)));
            wanted.path("alarms")
                    .forEachEntry((type, status) ->
                            assertThat(entities.alarm(entity, type))
                                    .as("status of the alarm %s of %s", type, entity)
                                    .isEqualTo(status));
        });
    }

    private static EntityId originator(JsonNode sampleCase, SampleEntities entities) {
        return entities.id(sampleCase.path("originator").asString("tenant"));
    }

    private static String typeOf(JsonNode sampleCase) {
        return sampleCase.path("msgType").asString("POST_TELEMETRY_REQUEST");
    }

    private static Map<String, String> metadata(JsonNode sampleCase) {
        Map<String, String> metadata = new LinkedHashMap<>();
        sampleCase
                .path("metadata")
                .forEachEntry((key, value) -> metadata.put(key, value.stringValue()));
        return metadata;
    }
}
