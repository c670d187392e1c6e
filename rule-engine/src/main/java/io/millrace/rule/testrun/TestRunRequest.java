// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ChainVersion;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A test run.
 *
 * @param chain the chain, saved or not; chains that it calls are read from the store
 * @param from the node that the message enters, or null: the first one
 * @param message a message of the chain's tenant
 * @param replies answers to HTTP calls, by the name of the calling node; other nodes get an empty answer with status
 *     200
 * @param limit time after which the run is aborted
 */
public record TestRunRequest(
        ChainVersion chain,
        @Nullable RuleNodeId from,
        RuleMessage message,
        Map<String, Reply> replies,
        Duration limit) {

    public TestRunRequest {
        replies = Map.copyOf(replies);
    }

    /** The answer to an HTTP call. */
    public record Reply(int status, Map<String, String> headers, String body) {

        /** The answer if none is configured. */
        public static final Reply EMPTY = new Reply(200, Map.of(), "");

        public Reply {
            headers = Map.copyOf(headers);
        }
    }
}
