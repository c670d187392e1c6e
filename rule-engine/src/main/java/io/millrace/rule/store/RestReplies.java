// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.Payload;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Sends answers to REST calls that wait for the result of a message. */
@FunctionalInterface
public interface RestReplies {

    /**
     * Answers a call.
     *
     * @param serviceId name of the instance on which the call waits, from the request's metadata
     * @param request the call, from the request's metadata
     * @return completes when that instance has the answer, even if the caller no longer waits; fails if the answer
     *     cannot be delivered to the instance
     */
    CompletionStage<Void> reply(String serviceId, UUID request, Payload answer);
}
