// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The device API with a real MQTT client, the REST API, the rule engine and the database. */
class DeviceApiIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final List<Client> clients = new ArrayList<>();

    /** A connected device, and what it has received. */
    private final class Client {

        private final Mqtt5BlockingClient mqtt;
        private final List<Mqtt5Publish> received = new CopyOnWriteArrayList<>();

        Client(String user, String clientId, long sessionExpiry) {
            mqtt =
                    MqttClient.builder()
                            .useMqttVersion5()
                            .identifier(clientId)
                            .serverHost("127.0.0.1")
                            .serverPort(server.bean(ListeningPorts.class).plain())
                            .simpleAuth()
                            .username(user)
                            .applySimpleAuth()
                            .buildBlocking();
            mqtt.toAsync().publishes(MqttGlobalPublishFilter.ALL, received::add);
            mqtt.connectWith()
                    .cleanStart(sessionExpiry == 0)
                    .sessionExpiryInterval(sessionExpiry)
                    .send();
            clients.add(this);
        }

        Client subscribe(String filter) {
            mqtt.subscribeWith().topicFilter(filter).qos(MqttQos.AT_LEAST_ONCE).send();
            return this;
        }

        void publish(String topic, String payload) {
            mqtt.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(payload.getBytes(UTF_8))
                    .send();
        }

        /** Answers each RPC request to the device with its parameters. */
        Client echoing() {
            mqtt.toAsync()
                    .publishes(
                            MqttGlobalPublishFilter.SUBSCRIBED,
                            request -> {
                                String topic = request.getTopic().toString();
                                if (topic.startsWith("v1/devices/me/rpc/request/")) {
                                    reply(
                                            topic.replace("/request/", "/response/"),
                                            text(request).at("/params").toString());
                                }
                            });
            return subscribe("v1/devices/me/rpc/request/+");
        }

        void reply(String topic, String payload) {
            mqtt.toAsync()
                    .publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(payload.getBytes(UTF_8))
                    .send();
        }

        JsonNode next(String topic) {
            await().until(() ->
                    received.stream().anyMatch(it -> it.getTopic().toString().equals(topic)));
            Mqtt5Publish first =
                    received.stream()
                            .filter(it -> it.getTopic().toString().equals(topic))
                            .findFirst()
                            .orElseThrow();
            received.remove(first);
            return text(first);
        }
    }

    private static JsonNode text(Mqtt5Publish publish) {
        return JSON.readTree(publish.getPayloadAsBytes());
    }

    private record Device(String id, String token) {}

    private Device device(String name, Map<String, ?> additionalInfo) {
        String id =
                admin.post("/api/device", Map.of("name", name, "additionalInfo", additionalInfo))
                        .expect(200)
                        .text("/id/id");
        return new Device(
                id,
                admin.get("/api/device/%s/credentials".formatted(id))
                        .expect(200)
                        .text("/credentialsId"));
    }

    private Device device() {
        return device("Pump", Map.of());
    }

    private Client connect(Device device) {
        return new Client(device.token(), "c-" + UUID.randomUUID(), 0);
    }

    private void share(Device device, String attributes) {
        admin.post(
                        "/api/plugins/telemetry/DEVICE/%s/SHARED_SCOPE".formatted(device.id()),
                        attributes)
                .expect(200);
    }

    private JsonNode stored(String deviceId, String path) {
        return admin.get("/api/plugins/telemetry/DEVICE/%s/%s".formatted(deviceId, path))
                .expect(200)
                .json();
    }

    @AfterEach
    void disconnect() {
        clients.forEach(client -> {
            if (client.mqtt.getState().isConnected()) {
                client.mqtt.disconnect();
            }
        });
    }

    @Test
    void changedSharedAttributesReachTheDeviceAndItCanAskForThem() {
        Device device = device();
        Client client =
                connect(device)
                        .subscribe("v1/devices/me/attributes")
                        .subscribe("v1/devices/me/attributes/response/+");

        share(device, "{\"interval\":30}");
        assertThat(client.next("v1/devices/me/attributes")).hasToString("{\"interval\":30}");

        client.publish("v1/devices/me/attributes/request/7", "{\"sharedKeys\":\"interval\"}");
        assertThat(client.next("v1/devices/me/attributes/response/7"))
                .hasToString("{\"shared\":{\"interval\":30}}");

        admin.delete(
                        "/api/plugins/telemetry/DEVICE/%s/SHARED_SCOPE?keys=interval"
                                .formatted(device.id()))
                .expect(200);
        assertThat(client.next("v1/devices/me/attributes"))
                .hasToString("{\"deleted\":[\"interval\"]}");
    }

    @Test
    void aDeviceAnswersTwoWayRequests() {
        Device device = device();
        connect(device).echoing();

        assertThat(
                        admin.post(
                                        "/api/rpc/twoway/" + device.id(),
                                        "{\"method\":\"set\",\"params\":{\"pin\":7}}")
                                .expect(200)
                                .body())
                .isEqualTo("{\"pin\":7}");
    }

    @Test
    void aPersistentRequestWaitsForTheDevice() {
        Device device = device();
        String rpc =
                admin.post(
                                "/api/rpc/twoway/" + device.id(),
                                "{\"method\":\"set\",\"params\":{\"pin\":7},\"persistent\":true}")
                        .expect(200)
                        .text("/rpcId");
        assertThat(admin.get("/api/rpc/persistent/" + rpc).expect(200).text("/status"))
                .isEqualTo("QUEUED");

        connect(device).echoing();

        await().until(() ->
                admin.get("/api/rpc/persistent/" + rpc)
                        .expect(200)
                        .text("/status")
                        .equals("SUCCESSFUL"));
    }

    @Test
    void aLastingSessionKeepsSubscriptionsAndAttributesThatChangeMeanwhile() {
        Device device = device();
        Client before = new Client(device.token(), "lasting", 600);
        before.subscribe("v1/devices/me/attributes");
        before.mqtt.disconnect();
        await().until(() ->
                server.bean(JdbcClient.class)
                                .sql(
                                        "select count(*) from mqtt_session where device_id = ?"
                                                + " and expires_at > now()")
                                .param(UUID.fromString(device.id()))
                                .query(Integer.class)
                                .single()
                        == 1);

        share(device, "{\"a\":1}");
        share(device, "{\"b\":2}");

        Client after = new Client(device.token(), "lasting", 600);
        assertThat(after.next("v1/devices/me/attributes")).hasToString("{\"a\":1}");
        assertThat(after.next("v1/devices/me/attributes")).hasToString("{\"b\":2}");
    }

    @Test
    void aGatewaySpeaksForFiftyDevices() throws Exception {
        Device gateway = device("Gateway", Map.of("gateway", true));
        Client client =
                connect(gateway).subscribe("v1/gateway/rpc").subscribe("v1/gateway/attributes");
        List<String> names = IntStream.range(0, 50).mapToObj(i -> "Sensor " + i).toList();

        for (String name : names) {
            client.publish("v1/gateway/connect", "{\"device\":\"%s\"}".formatted(name));
        }
        client.publish(
                "v1/gateway/telemetry",
                JSON.writeValueAsString(
                        names.stream()
                                .collect(
                                        Collectors.toMap(
                                                name -> name,
                                                name ->
                                                        List.of(
                                                                Map.of(
                                                                        "ts",
                                                                        1_700_000_000_000L,
                                                                        "values",
                                                                        Map.of("name", name)))))));
        client.publish("v1/gateway/attributes", "{\"Sensor 3\":{\"firmware\":\"1.2\"}}");

        List<String> ids =
                names.stream()
                        .map(name ->
                                admin.get(
                                                "/api/tenant/devices?deviceName="
                                                        + name.replace(" ", "%20"))
                                        .expect(200)
                                        .text("/id/id"))
                        .toList();
        for (int i = 0; i < names.size(); i++) {
            String id = ids.get(i);
            String name = names.get(i);
            await().until(() ->
                    stored(id, "values/timeseries?keys=name")
                            .at("/name/0/value")
                            .asString()
                            .equals(name));
        }
        await().until(() ->
                stored(ids.get(3), "values/attributes/CLIENT_SCOPE")
                        .at("/0/value")
                        .asString()
                        .equals("1.2"));

        CompletableFuture<String> answer =
                CompletableFuture.supplyAsync(() ->
                        admin.post(
                                        "/api/rpc/twoway/" + ids.get(42),
                                        "{\"method\":\"set\",\"params\":{}}")
                                .expect(200)
                                .body());
        JsonNode request = client.next("v1/gateway/rpc");
        assertThat(request.at("/device").asString()).isEqualTo("Sensor 42");
        assertThat(request.at("/data/method").asString()).isEqualTo("set");
        client.publish(
                "v1/gateway/rpc",
                "{\"device\":\"Sensor 42\",\"id\":%s,\"data\":{\"done\":true}}"
                        .formatted(request.at("/data/id")));
        assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("{\"done\":true}");

        admin.post(
                        "/api/plugins/telemetry/DEVICE/%s/SHARED_SCOPE".formatted(ids.get(7)),
                        "{\"interval\":5}")
                .expect(200);
        assertThat(client.next("v1/gateway/attributes"))
                .isEqualTo(JSON.readTree("{\"device\":\"Sensor 7\",\"data\":{\"interval\":5}}"));
    }

    @Test
    void aRefusedMessageIsAConnectionEvent() {
        Device device = device();
        Client client = connect(device);

        assertThat(
                        catchThrowableOfType(
                                        Mqtt5PubAckException.class,
                                        () -> client.publish("v1/devices/me/telemetry", "not JSON"))
                                .getMqttMessage()
                                .getReasonCode())
                .isEqualTo(Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID);

        await().untilAsserted(() ->
                assertThat(
                                admin.get(
                                                "/api/device/%s/events?pageSize=10&page=0&event=PUBLISH_REFUSED"
                                                        .formatted(device.id()))
                                        .expect(200)
                                        .body())
                        .contains("v1/devices/me/telemetry")
                        .contains("\"totalElements\":1"));
    }

    @Test
    void aNewDeviceAsksForItsCredentialsAndConnectsWithThem() {
        JsonNode profile =
                admin.post(
                                "/api/deviceProfile",
                                Map.of(
                                        "name",
                                        "Product",
                                        "provisionType",
                                        "ALLOW_CREATE_NEW_DEVICES"))
                        .expect(200)
                        .json();
        Client nameless = new Client("provision", "new-" + UUID.randomUUID(), 0);
        nameless.subscribe("/provision/response");

        nameless.publish(
                "/provision/request",
                JSON.writeValueAsString(
                        Map.of(
                                "deviceName",
                                "Pump 7",
                                "provisionDeviceKey",
                                profile.at("/provisionDeviceKey").asString(),
                                "provisionDeviceSecret",
                                profile.at(
                                                "/profileData/provisionConfiguration/provisionDeviceSecret")
                                        .asString())));
        JsonNode answer = nameless.next("/provision/response");
        assertThat(answer.at("/status").asString()).isEqualTo("SUCCESS");

        Client pump = new Client(answer.at("/credentialsValue").asString(), "pump", 0);
        pump.publish("v1/devices/me/telemetry", "{\"temperature\":21}");
        String id = admin.get("/api/tenant/devices?deviceName=Pump%207").expect(200).text("/id/id");
        await().until(() ->
                stored(id, "values/timeseries?keys=temperature")
                        .at("/temperature/0/value")
                        .asString()
                        .equals("21"));
    }
}
