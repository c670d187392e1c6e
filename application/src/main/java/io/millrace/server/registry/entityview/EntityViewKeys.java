// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys whose data a view shows, in the shape of ThingsBoard. In requests every part may be absent.
 *
 * @param timeseries keys of time series
 */
public record EntityViewKeys(List<String> timeseries, Attributes attributes) {

    private static final int MOST = 1_000;

    public EntityViewKeys(@Nullable List<String> timeseries, @Nullable Attributes attributes) {
        this.timeseries = listed(timeseries);
        this.attributes = attributes == null ? new Attributes(null, null, null) : attributes;
    }

    /**
     * Keys of attributes.
     *
     * @param cs in the client scope
     * @param ss in the server scope
     * @param sh in the shared scope
     */
    public record Attributes(List<String> cs, List<String> ss, List<String> sh) {

        public Attributes(
                @Nullable List<String> cs, @Nullable List<String> ss, @Nullable List<String> sh) {
            this.cs = listed(cs);
            this.ss = listed(ss);
            this.sh = listed(sh);
        }
    }

    private static List<String> listed(@Nullable List<String> keys) {
        return keys == null ? List.of() : keys.stream().toList();
    }

    static EntityViewKeys read(JsonNode stored) {
        return JsonMapper.shared().treeToValue(stored, EntityViewKeys.class);
    }

    JsonNode json() {
        return JsonMapper.shared().valueToTree(this);
    }

    /** The keys of attributes by scope; a scope without keys is absent. */
    Map<AttributeScope, Set<String>> byScope() {
        Map<AttributeScope, Set<String>> keys = new EnumMap<>(AttributeScope.class);
        for (AttributeScope scope : AttributeScope.values()) {
            List<String> ofScope = of(scope);
            if (!ofScope.isEmpty()) {
                keys.put(scope, Set.copyOf(ofScope));
            }
        }
        return keys;
    }

    private List<String> of(AttributeScope scope) {
        return switch (scope) {
            case CLIENT_SCOPE -> attributes.cs();
            case SERVER_SCOPE -> attributes.ss();
            case SHARED_SCOPE -> attributes.sh();
        };
    }

    /**
     * Returns these keys.
     *
     * @throws ApiException (400) if a key is not valid, or if there are more than {@value #MOST}
     */
    EntityViewKeys checked() {
        check("keys.timeseries", timeseries);
        check("keys.attributes.cs", attributes.cs());
        check("keys.attributes.ss", attributes.ss());
        check("keys.attributes.sh", attributes.sh());
        long count =
                Stream.of(timeseries, attributes.cs(), attributes.ss(), attributes.sh())
                        .mapToLong(List::size)
                        .sum();
        if (count > MOST) {
            throw ApiException.badRequest(
                    "keys: expected at most %d keys, got %d".formatted(MOST, count));
        }
        return this;
    }

    private static void check(String field, List<String> keys) {
        for (int i = 0; i < keys.size(); i++) {
            NameRules.requireName("%s[%d]".formatted(field, i), keys.get(i));
        }
    }
}
