// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import java.util.concurrent.CompletionStage;

/** Takes in messages that nodes create, each as a separate delivery. */
@FunctionalInterface
public interface MessageIntake {

    /**
     * Submits a message. If it names no queue or no entry, those of its originator's profile are used.
     *
     * @return completes when the message can no longer be lost, independently of its outcome; fails if there is no room
     *     for it
     */
    CompletionStage<Void> submit(RuleMessage message);

    /** True if a message with this queue and originator runs on this instance. */
    default boolean isLocal(RuleMessage message) {
        return true;
    }
}
