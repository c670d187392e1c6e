// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.DataType;
import io.millrace.message.RuleMessage;
import io.millrace.server.runtime.path.PathView.HopView;
import io.millrace.server.store.deadletter.DeadLetterSummary;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A dead letter with its message.
 *
 * @param summary the fields that lists show too
 * @param ts the message's time in milliseconds since the epoch
 * @param metadata the message's metadata
 * @param dataType the type of the payload
 * @param data the payload as text; in Base64 if it is binary
 * @param path the path of the last attempt: the nodes that each branch passed, in order
 */
public record DeadLetterDetails(
        @JsonUnwrapped DeadLetterSummary summary,
        long ts,
        Map<String, String> metadata,
        DataType dataType,
        String data,
        List<List<HopView>> path) {

    public static DeadLetterDetails of(
            DeadLetterSummary summary, RuleMessage message, List<List<HopView>> path) {
        return new DeadLetterDetails(
                summary,
                message.ts(),
                message.metadata().values(),
                message.dataType(),
                message.dataType() == DataType.BINARY
                        ? Base64.getEncoder().encodeToString(message.payload().bytes())
                        : message.payload().text(),
                path);
    }
}
