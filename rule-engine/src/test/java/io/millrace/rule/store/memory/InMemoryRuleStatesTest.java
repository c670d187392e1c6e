// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.RuleStatesContract;

class InMemoryRuleStatesTest extends RuleStatesContract {

    private final InMemoryRuleStates states = new InMemoryRuleStates();

    @Override
    protected RuleStates states() {
        return states;
    }
}
