// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import java.util.concurrent.CompletionStage;

/** Takes in messages that nodes make, each as a delivery of its own. */
@FunctionalInterface
public interface MessageIntake {

    /**
     * Sends a message on its way. Where it names no queue or no entry, those of its originator's profile count.
     *
     * @return completes when the message can no longer be lost, whatever becomes of it later; fails when there is no
     *     room for it
     */
    CompletionStage<Void> submit(RuleMessage message);

    /** Whether a message of that queue and originator runs on this instance. */
    default boolean isLocal(RuleMessage message) {
        return true;
    }
}
