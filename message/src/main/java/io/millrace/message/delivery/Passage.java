// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.RuleMessage;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a message's visit to a node. It refers to the messages themselves, which share everything that the
 * node did not change, so it costs one small object; hops between which nothing changes share one passage.
 *
 * @param input the message as it came to the node; null if the attempt already held as many contents as it may
 * @param output the message as it left the node; null in the same case
 * @param error why the node failed; null if it did not
 */
public record Passage(
        @Nullable RuleMessage input, @Nullable RuleMessage output, @Nullable String error) {}
