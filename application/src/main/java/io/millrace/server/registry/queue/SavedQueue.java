// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the sender of a queue gets back.
 *
 * @param queue as it was read and stored
 * @param warnings which values were read as others, and why, and what the change does to the partitions; in the JSON
 *     only if there are any
 */
record SavedQueue(
        @JsonUnwrapped Queue queue,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {

    SavedQueue withWarnings(List<String> more) {
        return new SavedQueue(queue, Stream.concat(more.stream(), warnings.stream()).toList());
    }
}
