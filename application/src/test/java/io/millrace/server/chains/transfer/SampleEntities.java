// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The entities of a sample, added over REST and found by their names. */
final class SampleEntities {

    private final RestClient admin;
    private final Map<String, EntityId> ids = new HashMap<>();

    private SampleEntities(RestClient admin, EntityId tenant) {
        this.admin = admin;
        ids.put("tenant", tenant);
    }

    /**
     * Makes what the {@code setup} of a sample asks for.
     *
     * @param tenant known by the name {@code tenant}
     */
    static SampleEntities make(RestClient admin, EntityId tenant, JsonNode setup) {
        SampleEntities entities = new SampleEntities(admin, tenant);
        setup.path("entities").forEach(entities::make);
        setup.path("relations").forEach(entities::relate);
        return entities;
    }

    EntityId id(String name) {
        assertThat(ids).as("entities of the setup").containsKey(name);
        return Objects.requireNonNull(ids.get(name));
    }

    /** An id as bodies of the API have it. */
    static ObjectNode json(EntityId id) {
        return RestClient.object()
                .put("entityType", id.type().name())
                .put("id", id.id().toString());
    }

    private void make(JsonNode entity) {
        String name = entity.path("name").stringValue();
        if (!ids.containsKey(name)) {
            ids.put(name, created(entity, name));
        }
        entity.path("attributes")
                .forEachEntry((scope, values) ->
                        admin.post(telemetry(name) + "/attributes/" + scope, values).expect(200));
        entity.path("timeseries").forEach(point -> write(name, point));
    }

    private EntityId created(JsonNode entity, String name) {
        EntityType type = EntityType.valueOf(entity.path("entityType").stringValue());
        ObjectNode body = RestClient.object().put("name", name).put("title", name);
        entity.path("fields").forEachEntry(body::set);
        if (entity.has("customer")) {
            body.set("customerId", json(id(entity.path("customer").stringValue())));
        }
        JsonNode made =
                admin.post("/api/" + type.name().toLowerCase(Locale.ROOT), body).expect(200).json();
        return new EntityId(type, UUID.fromString(ChainClient.id(made)));
    }

    private void write(String name, JsonNode point) {
        ObjectNode body = RestClient.object();
        long ago = 1_000 * point.path("secondsAgo").asLong(0);
        body.put("ts", point.path("ts").asLong(System.currentTimeMillis() - ago));
        body.set("values", point.path("values"));
        admin.post(telemetry(name) + "/timeseries/ANY", body).expect(200);
    }

    private void relate(JsonNode relation) {
        ObjectNode body = RestClient.object();
        body.set("from", json(id(relation.path("from").stringValue())));
        body.put("type", relation.path("type").stringValue());
        body.set("to", json(id(relation.path("to").stringValue())));
        admin.post("/api/v2/relation", body).expect(200);
    }

    /** The latest value of a key, or a missing node. */
    JsonNode latest(String entity, String key) {
        return admin.get(
                        telemetry(entity)
                                + "/values/timeseries?useStrictDataTypes=true&keys="
                                + key)
                .expect(200)
                .json()
                .at("/" + key + "/0/value");
    }

    /** The value of an attribute, or a missing node. */
    JsonNode attribute(String entity, String scope, String key) {
        return admin.get(telemetry(entity) + "/values/attributes/" + scope + "?keys=" + key)
                .expect(200)
                .json()
                .at("/0/value");
    }

    /** The status of the latest alarm of a type, or a missing node. */
    JsonNode alarm(String entity, String type) {
        EntityId id = id(entity);
        String latest = "/api/v2/alarm/%s/%s?pageSize=1&page=0&typeList=%s";
        return admin.get(latest.formatted(id.type(), id.id(), type.replace(" ", "%20")))
                .expect(200)
                .json()
                .at("/data/0/status");
    }

    private String telemetry(String name) {
        EntityId id = id(name);
        return "/api/plugins/telemetry/" + id.type() + "/" + id.id();
    }
}
