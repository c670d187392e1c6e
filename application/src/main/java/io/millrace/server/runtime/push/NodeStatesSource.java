// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.nodestate.NodeStates;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The states and figures of a chain's nodes, each second. */
record NodeStatesSource(NodeStates states, JsonMapper json, TenantId tenant, RuleChainId chain)
        implements FeedSource {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public boolean sendsChangesOnly() {
        return false;
    }

    @Override
    public JsonNode read(Subscriber subscriber) {
        return json.valueToTree(states.ofCluster(tenant, chain, subscriber.token()));
    }

    @Override
    public String frame(int cmdId, JsonNode contents) {
        return Frames.nodeStates(cmdId, contents);
    }

    @Override
    public String error(int cmdId, int code, String message) {
        return Frames.error(cmdId, code, message);
    }

    @Override
    public String toString() {
        return "node states of rule chain %s of tenant %s".formatted(chain, tenant);
    }
}
