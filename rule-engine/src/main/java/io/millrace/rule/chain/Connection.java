// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleNodeId;

/** A way from one node to another for messages that leave by the label. Case does not count in labels. */
public record Connection(RuleNodeId from, RuleNodeId to, String label) {}
