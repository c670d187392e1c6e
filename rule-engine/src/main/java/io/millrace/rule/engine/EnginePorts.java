// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.RuleChainStore;

/**
 * The ports that the engine itself uses.
 *
 * @param chains loads chains
 * @param nodes starts their nodes
 * @param attributes stores the devices' states
 * @param intake takes the devices' life-cycle messages
 * @param activeDevices stores which devices are active, and when each has to be checked
 */
public record EnginePorts(
        RuleChainStore chains,
        NodeStarter nodes,
        AttributeStore attributes,
        MessageIntake intake,
        ActiveDevices activeDevices) {

    /** The ports of an engine whose devices have no sessions. */
    public EnginePorts(
            RuleChainStore chains,
            NodeStarter nodes,
            AttributeStore attributes,
            MessageIntake intake) {
        this(chains, nodes, attributes, intake, ActiveDevices.NONE);
    }
}
