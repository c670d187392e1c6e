// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantProfileId;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.registry.entity.RetentionDays;
import io.millrace.server.registry.ratelimit.RateLimit;
import io.millrace.server.registry.ratelimit.TransportLimit;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checks and reads the data of a profile. Unknown keys are stored unchanged. */
final class ProfileData {

    private static final Logger log = LoggerFactory.getLogger(ProfileData.class);

    /** The weight of a tenant whose profile has none. */
    private static final double DEFAULT_WEIGHT = 1;

    private static final double MAX_WEIGHT = 100;
    private static final String DEFAULT_TYPE = "DEFAULT";
    private static final String OUTGOING_ALLOW = "outgoingAllow";

    private ProfileData() {}

    /**
     * The data, completed with required keys.
     *
     * @throws ApiException (400) if a value that this service uses is not valid
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
        requireDays(configuration.get(RetentionDays.STORAGE_KEY));
        requireDays(configuration.get(RetentionDays.ALARMS_KEY));
        requireTargets(configuration.get(OUTGOING_ALLOW));
        requireRateLimits(configuration);
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

    private static void requireDays(JsonField days) {
        if (!days.isAbsent() && !RetentionDays.isValid(days.value())) {
            throw days.refused(RetentionDays.EXPECTED);
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

    private static void requireRateLimits(JsonField configuration) {
        for (TransportLimit limit : TransportLimit.values()) {
            JsonField field = configuration.get(limit.key());
            if (field.isAbsent()) {
                continue;
            }
            if (!field.value().isString()) {
                throw field.refused("a text such as 10:1,300:60");
            }
            String text = field.value().stringValue();
            try {
                if (!text.isEmpty()) {
                    RateLimit _ = RateLimit.parse(text);
                }
            } catch (IllegalArgumentException e) {
                throw ApiException.badRequest(field.path() + ": " + e.getMessage());
            }
        }
    }

    /** The values of a profile that are needed for each message, from checked data. */
    static ProfileValues valuesOf(TenantProfileId profile, JsonNode data) {
        JsonNode configuration = data.path("configuration");
        return new ProfileValues(
                profile,
                configuration.path("weight").doubleValue(DEFAULT_WEIGHT),
                outgoingAllowOf(profile, configuration),
                TransportLimits.of(configuration));
    }

    /** A target that is not valid, which was not stored by this service, allows nothing. */
    private static AllowedTargets outgoingAllowOf(TenantProfileId profile, JsonNode configuration) {
        try {
            return AllowedTargets.of(
                    configuration
                            .path(OUTGOING_ALLOW)
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList());
        } catch (IllegalArgumentException e) {
            log.warn(
                    "Tenant profile {}: {} allows nothing, because of {}",
                    profile,
                    OUTGOING_ALLOW,
                    e.getMessage());
            return AllowedTargets.NONE;
        }
    }

    /**
     * The queues of each tenant of the profile.
     *
     * @throws ApiException (400) if a queue is not valid
     */
    static ProfileQueues queuesOf(JsonNode data) {
        return ProfileQueues.of(JsonField.of("profileData", data).get("queueConfiguration"));
    }
}
