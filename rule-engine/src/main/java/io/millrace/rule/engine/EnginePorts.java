// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.RuleChainStore;

/**
 * What the engine itself reaches for outside.
 *
 * @param chains where it reads chains
 * @param nodes makes their nodes
 * @param attributes where it keeps devices' states
 * @param intake where it sends devices' life-cycle messages
 */
public record EnginePorts(
        RuleChainStore chains,
        NodeStarter nodes,
        AttributeStore attributes,
        MessageIntake intake) {}
