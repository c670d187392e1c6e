// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** For which messages one action of a save node is taken. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ProcessingStrategy.OnEveryMessage.class, name = "ON_EVERY_MESSAGE"),
    @JsonSubTypes.Type(value = ProcessingStrategy.Skip.class, name = "SKIP"),
    @JsonSubTypes.Type(value = ProcessingStrategy.Deduplicate.class, name = "DEDUPLICATE")
})
public sealed interface ProcessingStrategy {

    /** For every message. */
    record OnEveryMessage() implements ProcessingStrategy {}

    /** For none. */
    record Skip() implements ProcessingStrategy {}

    /**
     * For the first message of each originator in each interval.
     *
     * @param deduplicationIntervalSecs length of the interval in seconds, 1 to 86,400
     */
    record Deduplicate(
            @JsonPropertyDescription("Length of the interval in seconds, from 1 to 86,400.")
                    int deduplicationIntervalSecs)
            implements ProcessingStrategy {
        public Deduplicate {
            Deduplication.checkInterval(deduplicationIntervalSecs);
        }
    }
}
