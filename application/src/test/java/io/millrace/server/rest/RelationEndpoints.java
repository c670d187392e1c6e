// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Relations between entities. */
final class RelationEndpoints {

    private RelationEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                post("/api/relation", Victim.INSTANCE.relationBody(), Audience.ENTITY),
                post("/api/v2/relation", Victim.INSTANCE.relationBody(), Audience.ENTITY),
                ofRelation("GET /api/relation"),
                ofRelation("DELETE /api/relation"),
                ofRelation("DELETE /api/v2/relation"),
                new Endpoint(
                        "DELETE /api/relations",
                        "/api/relations?entityType=DEVICE&entityId=" + Victim.INSTANCE.device(),
                        null,
                        Audience.ENTITY),
                ofRelation("GET /api/relations"),
                ofRelation("GET /api/relations/info"),
                atEnd("/api/relations/from/{type}/{id}", "from"),
                atEnd("/api/relations/from/{type}/{id}/{relationType}", "from"),
                atEnd("/api/relations/to/{type}/{id}", "to"),
                atEnd("/api/relations/to/{type}/{id}/{relationType}", "to"),
                atEnd("/api/relations/info/from/{type}/{id}", "from"),
                atEnd("/api/relations/info/to/{type}/{id}", "to"),
                post("/api/relations", Victim.INSTANCE.relationsBody(), Audience.ENTITY),
                post("/api/relations/info", Victim.INSTANCE.relationsBody(), Audience.ENTITY));
    }

    private static Endpoint atEnd(String pattern, String end) {
        String mapping =
                pattern.replace("{type}", "{%sType}".formatted(end))
                        .replace("{id}", "{%sId}".formatted(end));
        String path =
                pattern.replace("{type}", "DEVICE")
                        .replace("{id}", Victim.INSTANCE.device().toString())
                        .replace("{relationType}", Victim.SECRET);
        return new Endpoint("GET " + mapping, path, null, Audience.ENTITY);
    }

    private static Endpoint ofRelation(String mapping) {
        String path = mapping.substring(mapping.indexOf(' ') + 1);
        return new Endpoint(
                mapping,
                "%1$s?fromType=DEVICE&fromId=%2$s&toType=DEVICE&toId=%2$s&relationType=%3$s"
                        .formatted(path, Victim.INSTANCE.device(), Victim.SECRET),
                null,
                Audience.ENTITY);
    }
}
