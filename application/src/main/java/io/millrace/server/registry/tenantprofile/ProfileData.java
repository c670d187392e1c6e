// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a profile's data may look like. Keys that this service does not know are kept as they came. */
final class ProfileData {

    /** The share of a tenant whose profile says nothing of it. */
    static final double DEFAULT_WEIGHT = 1;

    private static final double MAX_WEIGHT = 100;
    private static final String DEFAULT_TYPE = "DEFAULT";
    private static final String OUTGOING_ALLOW = "outgoingAllow";

    private ProfileData() {}

    /**
     * The data with what it cannot do without.
     *
     * @throws ApiException (400) where something that this service goes by cannot be as it is
     */
    static JsonNode checked(@Nullable JsonNode sent) {
        JsonField data = JsonField.of("profileData", sent);
        ObjectNode checked = copy(data);
        JsonField configuration = data.get("configuration");
        ObjectNode settings = copy(configuration);
        JsonField type = configuration.get("type");
        if (type.isAbsent()) {
            settings.put("type", DEFAULT_TYPE);
        } else if (!type.requireText().equals(DEFAULT_TYPE)) {
            throw type.refused(DEFAULT_TYPE);
        }
        requireLimits(configuration);
        requireWeight(configuration.get("weight"));
        requireTargets(configuration.get(OUTGOING_ALLOW));
        checked.set("configuration", settings);
        if (data.get("queueConfiguration").isAbsent()) {
            checked.putNull("queueConfiguration");
        }
        return checked;
    }

    private static ObjectNode copy(JsonField field) {
        return field.isAbsent()
                ? JsonNodeFactory.instance.objectNode()
                : (ObjectNode) field.requireObject().value().deepCopy();
    }

    private static void requireLimits(JsonField configuration) {
        for (EntityLimit limit : EntityLimit.values()) {
            JsonField field = configuration.get(limit.key());
            boolean usable =
                    field.value().isIntegralNumber()
                            && field.value().canConvertToLong()
                            && field.value().longValue() >= 0;
            if (!field.isAbsent() && !usable) {
                throw field.refused("a whole number of 0 or more (0: no limit)");
            }
        }
    }

    private static void requireWeight(JsonField weight) {
        double value = weight.value().isNumber() ? weight.value().doubleValue() : Double.NaN;
        if (!weight.isAbsent() && !(value > 0 && value <= MAX_WEIGHT)) {
            throw weight.refused("a number above 0 and at most 100");
        }
    }

    private static void requireTargets(JsonField targets) {
        for (JsonField target : targets.elements()) {
            try {
                AllowedTargets _ = AllowedTargets.of(List.of(target.requireText()));
            } catch (IllegalArgumentException e) {
                throw ApiException.badRequest(target.path() + ": " + e.getMessage());
            }
        }
    }

    /** Where the tenant's nodes may connect to besides, out of data that was checked. */
    static AllowedTargets outgoingAllowOf(JsonNode data) {
        return AllowedTargets.of(
                data.path("configuration")
                        .path(OUTGOING_ALLOW)
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList());
    }

    /** The tenant's share of the room in the engine, out of data that was checked. */
    static double weightOf(JsonNode data) {
        return data.at("/configuration/weight").doubleValue(DEFAULT_WEIGHT);
    }

    /**
     * The queues that the profile's tenants have for themselves.
     *
     * @throws ApiException (400) where something of them cannot be as it is
     */
    static ProfileQueues queuesOf(JsonNode data) {
        return ProfileQueues.of(JsonField.of("profileData", data).get("queueConfiguration"));
    }
}
