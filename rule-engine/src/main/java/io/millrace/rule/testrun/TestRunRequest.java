// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ChainVersion;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be run.
 *
 * @param chain the chain, saved or not; chains that it calls are those of the store
 * @param from the node that the message enters, or null: the first one
 * @param message whose tenant is the chain's
 * @param replies what calls to the outside are answered with, by the name of the calling node; others get an empty 200
 * @param limit after how long the run is broken off
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

    /** An answer from the outside. */
    public record Reply(int status, Map<String, String> headers, String body) {

        /** What is answered where nothing was said. */
        public static final Reply EMPTY = new Reply(200, Map.of(), "");

        public Reply {
            headers = Map.copyOf(headers);
        }
    }
}
