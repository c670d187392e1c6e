// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** Which of its actions a save node takes for which messages. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ProcessingSettings.OnEveryMessage.class, name = "ON_EVERY_MESSAGE"),
    @JsonSubTypes.Type(value = ProcessingSettings.WebSocketsOnly.class, name = "WEBSOCKETS_ONLY"),
    @JsonSubTypes.Type(value = ProcessingSettings.Deduplicate.class, name = "DEDUPLICATE"),
    @JsonSubTypes.Type(value = ProcessingSettings.Advanced.class, name = "ADVANCED")
})
public sealed interface ProcessingSettings {

    /** The settings of a new node. */
    ProcessingSettings DEFAULT = new OnEveryMessage();

    /** All actions for every message. */
    record OnEveryMessage() implements ProcessingSettings {}

    /** Stores nothing; only live subscriptions receive the values. */
    record WebSocketsOnly() implements ProcessingSettings {}

    /**
     * All actions for the first message of each originator in each interval, none for the others.
     *
     * @param deduplicationIntervalSecs length of the interval in seconds, 1 to 86,400
     */
    record Deduplicate(
            @JsonPropertyDescription("Length of the interval in seconds, from 1 to 86,400.")
                    int deduplicationIntervalSecs)
            implements ProcessingSettings {
        public Deduplicate {
            Deduplication.checkInterval(deduplicationIntervalSecs);
        }
    }

    /** A separate strategy for each action; a node uses those of its own actions, and the others are null. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Advanced(
            @JsonPropertyDescription("Save time series: which messages go into the history.")
                    @Nullable ProcessingStrategy timeseries,
            @JsonPropertyDescription("Save time series: which messages become the latest values.")
                    @Nullable ProcessingStrategy latest,
            @JsonPropertyDescription("Save attributes: which messages are stored.")
                    @Nullable ProcessingStrategy attributes,
            @JsonPropertyDescription("Required, but has no effect.")
                    @Nullable ProcessingStrategy webSockets,
            @JsonPropertyDescription("Required, but has no effect.")
                    @Nullable ProcessingStrategy calculatedFields)
            implements ProcessingSettings {

        @Nullable ProcessingStrategy strategy(Action action) {
            return switch (action) {
                case TIMESERIES -> timeseries;
                case LATEST -> latest;
                case ATTRIBUTES -> attributes;
                case WEB_SOCKETS -> webSockets;
                case CALCULATED_FIELDS -> calculatedFields;
            };
        }
    }
}
