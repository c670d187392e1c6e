// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.Payload;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Hands answers to REST calls that wait for a message to come out of the rule chains. */
@FunctionalInterface
public interface RestReplies {

    /**
     * Answers a call.
     *
     * @param serviceId name of the instance where the call waits, as the request's metadata says
     * @param request the call, as the request's metadata says
     * @return completes when that instance has the answer, whether or not anybody waits for it still; fails where it
     *     cannot have it
     */
    CompletionStage<Void> reply(String serviceId, UUID request, Payload answer);
}
