// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.millrace.client.ApiClient;
import io.millrace.client.ApiException;
import io.millrace.client.api.AuthApi;
import io.millrace.client.api.ComponentDescriptorApi;
import io.millrace.client.api.DeviceApi;
import io.millrace.client.api.RelationApi;
import io.millrace.client.api.RuleChainApi;
import io.millrace.client.api.TelemetryApi;
import io.millrace.client.model.ChainValidationReport;
import io.millrace.client.model.CredentialsRequest;
import io.millrace.client.model.CredentialsType;
import io.millrace.client.model.Device;
import io.millrace.client.model.DeviceCredentials;
import io.millrace.client.model.DeviceRequest;
import io.millrace.client.model.DeviceWithCredentials;
import io.millrace.client.model.EntityId;
import io.millrace.client.model.EntityRelation;
import io.millrace.client.model.EntityType;
import io.millrace.client.model.ErrorResponse;
import io.millrace.client.model.LoginRequest;
import io.millrace.client.model.NodeConnectionInfo;
import io.millrace.client.model.NodeGroup;
import io.millrace.client.model.PageDataDevice;
import io.millrace.client.model.RelationRequest;
import io.millrace.client.model.RuleChain;
import io.millrace.client.model.RuleChainData;
import io.millrace.client.model.RuleChainMetaData;
import io.millrace.client.model.RuleChainType;
import io.millrace.client.model.RuleNode;
import io.millrace.client.model.TsValue;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import io.millrace.transport.mqtt.MqttServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The main job, by the Java client that openapi-generator makes of the description. */
class GeneratedClientIT {

    private static final RestServer SERVER = RestServer.running();
    private static final ApiClient CLIENT = new ApiClient();

    private final DeviceApi devices = new DeviceApi(CLIENT);
    private final TelemetryApi telemetry = new TelemetryApi(CLIENT);
    private final RuleChainApi chains = new RuleChainApi(CLIENT);
    private final RelationApi relations = new RelationApi(CLIENT);

    @BeforeAll
    static void signIn() throws ApiException {
        CLIENT.updateBaseUri(SERVER.anonymous().baseUrl());
        String user =
                SERVER.addUser(SERVER.newTenant(), IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN);
        LoginRequest login = new LoginRequest().username(user).password(RestServer.PASSWORD);
        String token = new AuthApi(CLIENT).login(login).getToken();
        CLIENT.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    }

    @Test
    void signsInAsTheUser() throws ApiException {
        assertThat(new AuthApi(CLIENT).getUser().getAuthority().getValue())
                .isEqualTo("TENANT_ADMIN");
    }

    @Test
    void createsADeviceAndReadsWhatItPublishes() throws ApiException {
        Device device =
                devices.saveDeviceWithCredentials(
                        new DeviceWithCredentials()
                                .device(new DeviceRequest().name("Publishes").label("A label"))
                                .credentials(
                                        new CredentialsRequest()
                                                .credentialsType(CredentialsType.ACCESS_TOKEN)
                                                .credentialsId("token-" + UUID.randomUUID())));
        UUID id = device.getId().getId();
        DeviceCredentials credentials = devices.getDeviceCredentialsByDeviceId(id);
        int port = SERVER.bean(MqttServer.class).port();
        try (MqttDevice connection = new MqttDevice(port, credentials.getCredentialsId())) {
            connection.publish(
                    MqttDevice.TELEMETRY, "{\"ts\":1000,\"values\":{\"temperature\":21.5}}");
        }
        telemetry.saveEntityTelemetry(
                EntityType.DEVICE,
                id,
                "ANY",
                Map.of("ts", 2000, "values", Map.of("temperature", 22.5)));

        await().untilAsserted(() -> assertThat(history(id)).containsExactly(21.5, 22.5));
        assertThat(
                        telemetry.getLatestTimeseries(
                                EntityType.DEVICE, id, List.of("temperature"), null, true))
                .containsOnly(
                        Map.entry("temperature", List.of(new TsValue().ts(2000L).value(22.5))));
        assertThat(devices.getTenantDeviceByName("Publishes").getLabel()).isEqualTo("A label");
    }

    private List<Object> history(UUID device) throws ApiException {
        return telemetry
                .getTimeseriesHistory(
                        EntityType.DEVICE,
                        device,
                        0L,
                        3000L,
                        List.of("temperature"),
                        null,
                        null,
                        null,
                        "ASC",
                        null,
                        null,
                        null,
                        true)
                .getOrDefault("temperature", List.of())
                .stream()
                .map(TsValue::getValue)
                .toList();
    }

    @Test
    void editsARuleChain() throws ApiException {
        RuleChain chain = createChain("By the client");
        RuleNode filter =
                node("filter.TbMsgTypeFilterNode", "Readings")
                        ._configuration(Map.of("messageTypes", List.of("POST_TELEMETRY_REQUEST")));
        RuleNode log =
                node("action.TbLogNode", "Log")
                        ._configuration(
                                Map.of("scriptLang", "TBEL", "tbelScript", "return 'Read';"));
        RuleChainMetaData drawn =
                chains.getRuleChainMetaData(idOf(chain))
                        .firstNodeIndex(0)
                        .nodes(List.of(filter, log))
                        .connections(
                                List.of(
                                        new NodeConnectionInfo()
                                                .fromIndex(0)
                                                .toIndex(1)
                                                .type("True")));

        ChainValidationReport report = chains.validateRuleChainMetaData(drawn, null);
        RuleChainMetaData saved =
                chains.saveRuleChainMetaData(drawn, null, null, "Drawn by a client");

        assertThat(report.getErrors()).isEmpty();
        assertThat(saved.getNodes())
                .extracting(RuleNode::getName)
                .containsExactly("Readings", "Log");
        assertThat(saved.getNodes()).allSatisfy(node -> assertThat(node.getId()).isNotNull());
        RuleChainData exported = chains.exportRuleChains(100);
        assertThat(exported.getRuleChains())
                .extracting(RuleChain::getName)
                .contains("By the client");
        assertThat(exported.getMetadata()).hasSameSizeAs(exported.getRuleChains());
    }

    @Test
    void relatesEntities() throws ApiException {
        EntityId from = devices.saveDevice(new DeviceRequest().name("From"), null).getId();
        EntityId to = devices.saveDevice(new DeviceRequest().name("To"), null).getId();
        relations.saveRelation(new RelationRequest().from(from).to(to).type("Contains"));

        List<EntityRelation> found =
                relations.findEntityRelationsByFrom(EntityType.DEVICE, from.getId(), null);

        assertThat(found).singleElement().extracting(EntityRelation::getTo).isEqualTo(to);
        assertThat(
                        relations.findEntityRelationsByToAndType(
                                EntityType.DEVICE, to.getId(), "Contains", null))
                .isEqualTo(found);
    }

    @Test
    void readsAListByPages() throws ApiException {
        for (int i : IntStream.range(0, 5).toArray()) {
            devices.saveDevice(new DeviceRequest().name("Listed " + i), null);
        }

        PageDataDevice first = devices.getTenantDevices(3, 0, "Listed", "name", "ASC", null);
        PageDataDevice second = devices.getTenantDevices(3, 1, "Listed", "name", "ASC", null);

        assertThat(first.getTotalElements()).isEqualTo(5);
        assertThat(first.getHasNext()).isTrue();
        assertThat(second.getHasNext()).isFalse();
        assertThat(second.getData())
                .extracting(Device::getName)
                .containsExactly("Listed 3", "Listed 4");
    }

    @Test
    void readsTheTypesOfNodes() throws ApiException {
        assertThat(
                        new ComponentDescriptorApi(CLIENT)
                                .getComponentDescriptorsByType(NodeGroup.FILTER))
                .allSatisfy(type -> assertThat(type.getType()).isEqualTo(NodeGroup.FILTER))
                .isNotEmpty();
    }

    @Test
    void anUnknownEntityIsAnExceptionWithTheDescribedBody() throws IOException {
        UUID unknown = UUID.randomUUID();

        ErrorResponse error = errorOf(404, () -> devices.getDeviceById(unknown));

        assertThat(error.getErrorCode()).isEqualTo(32);
        assertThat(error.getMessage()).contains(unknown.toString());
    }

    @Test
    void aConflictIsAnExceptionWithTheDescribedBody() throws ApiException, IOException {
        RuleChain chain = createChain("Contended");
        RuleChainMetaData metadata = chains.getRuleChainMetaData(idOf(chain));
        chains.saveRuleChainMetaData(metadata, null, null, null);

        ErrorResponse error =
                errorOf(409, () -> chains.saveRuleChainMetaData(metadata, null, null, null));

        assertThat(error.getErrorCode()).isEqualTo(35);
    }

    private RuleChain createChain(String name) throws ApiException {
        return chains.saveRuleChain(
                new RuleChain().name(name).type(RuleChainType.CORE).root(false).debugMode(false),
                null);
    }

    private static UUID idOf(RuleChain chain) {
        return Objects.requireNonNull(chain.getId()).getId();
    }

    private static RuleNode node(String type, String name) {
        return new RuleNode()
                .type("org.thingsboard.rule.engine." + type)
                .name(name)
                .singletonMode(false)
                .configurationVersion(0);
    }

    private static ErrorResponse errorOf(int status, ThrowingCallable call) throws IOException {
        ApiException refusal = catchThrowableOfType(ApiException.class, call);
        assertThat(refusal.getCode()).isEqualTo(status);
        ErrorResponse error =
                CLIENT.getObjectMapper().readValue(refusal.getResponseBody(), ErrorResponse.class);
        assertThat(error.getStatus()).isEqualTo(status);
        return error;
    }
}
