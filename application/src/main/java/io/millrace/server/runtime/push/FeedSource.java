// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** What a feed shows. Equal sources are read once for all of their subscribers. */
interface FeedSource {

    /** The time between two reads. */
    Duration interval();

    /** True if only changed contents are sent. */
    boolean sendsChangesOnly();

    /**
     * Reads the present contents; blocks.
     *
     * @param subscriber one of the subscribers, who may all see the same
     * @throws io.millrace.server.web.api.ApiException if the subscriber may no longer see them
     */
    JsonNode read(Subscriber subscriber);

    /** Encodes the contents for a subscriber. */
    String frame(int cmdId, JsonNode contents);

    /** Encodes why a subscriber gets no more. */
    String error(int cmdId, int code, String message);
}
