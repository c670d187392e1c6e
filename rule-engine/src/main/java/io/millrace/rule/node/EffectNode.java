// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.RuleMessage;

/** A node with external effects, which processes each message with the context of the call. */
public interface EffectNode extends RuleNode {

    /** Processes a message outside of a rule chain. */
    @Override
    default NodeResult process(RuleMessage message) throws Exception {
        return process(message, NodeCall.ALONE);
    }

    @Override
    NodeResult process(RuleMessage message, NodeCall call) throws Exception;
}
