// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TelemetryJson;
import io.millrace.rule.alarmrule.AlarmDecision;
import io.millrace.rule.alarmrule.AlarmEvaluation;
import io.millrace.rule.alarmrule.RuleKey;
import io.millrace.rule.alarmrule.RuleKeys;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** New values of a device, or removed ones, with one time. */
sealed interface DeviceUpdate {

    /** True if rules use one of the values. */
    boolean concerns(RuleKeys keys);

    List<AlarmDecision> evaluatedBy(AlarmEvaluation evaluation);

    /**
     * Values that the device has from now on.
     *
     * @param ts milliseconds since the epoch
     */
    record Values(RuleKey.Type type, List<KeyValue> values, long ts) implements DeviceUpdate {

        @Override
        public boolean concerns(RuleKeys keys) {
            for (KeyValue value : values) {
                if (keys.use(type, value.key())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public List<AlarmDecision> evaluatedBy(AlarmEvaluation evaluation) {
            return evaluation.updated(type, values, ts);
        }
    }

    /** Attributes that the device has no longer. */
    record Removal(List<String> attributes) implements DeviceUpdate {

        @Override
        public boolean concerns(RuleKeys keys) {
            return attributes.stream().anyMatch(name -> keys.use(RuleKey.Type.ATTRIBUTE, name));
        }

        @Override
        public List<AlarmDecision> evaluatedBy(AlarmEvaluation evaluation) {
            return evaluation.removed(attributes);
        }
    }

    /**
     * Returns the updates of a message in the order of their times; none for messages of other types.
     *
     * @param now milliseconds since the epoch; the time of attributes
     * @throws MalformedPayloadException if the payload has no values as its type requires
     */
    static List<DeviceUpdate> of(RuleMessage message, long now) {
        return switch (MessageType.of(message.type())) {
            case POST_TELEMETRY_REQUEST -> telemetry(message, message.payload());
            case TIMESERIES_UPDATED -> telemetry(message, savedSeries(message.payload()));
            case POST_ATTRIBUTES_REQUEST, ATTRIBUTES_UPDATED -> attributes(message, now);
            case ACTIVITY_EVENT, INACTIVITY_EVENT ->
                    message.metadata().get("scope") == null
                            ? telemetry(message, message.payload())
                            : attributes(message, now);
            case ATTRIBUTES_DELETED -> List.of(removal(message.payload()));
            case null, default -> List.of();
        };
    }

    private static List<DeviceUpdate> telemetry(RuleMessage message, Payload payload) {
        return TelemetryJson.telemetry(payload, message.metadataTs()).stream()
                .<DeviceUpdate>map(
                        point -> new Values(RuleKey.Type.TIME_SERIES, point.values(), point.ts()))
                .toList();
    }

    private static Payload savedSeries(Payload payload) {
        JsonNode series = payload.json().path("timeseries");
        return series.isMissingNode() ? payload : Payload.of(series);
    }

    private static List<DeviceUpdate> attributes(RuleMessage message, long now) {
        return List.of(
                new Values(
                        RuleKey.Type.ATTRIBUTE, TelemetryJson.attributes(message.payload()), now));
    }

    private static DeviceUpdate removal(Payload payload) {
        JsonNode names = payload.json().path("attributes");
        if (!names.isArray()) {
            throw new MalformedPayloadException(
                    "attributes: must be an array of names, not "
                            + (names.isMissingNode() ? "nothing" : names.getNodeType()));
        }
        return new Removal(names.valueStream().map(name -> name.asString("")).toList());
    }
}
