// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Creates device profiles whose messages use a given queue and chain. */
final class ClusterProfiles {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private ClusterProfiles() {}

    /** Makes a profile and answers its name. */
    static String make(ServiceClient owner, String queue, String chain) {
        return owner.post("/api/deviceProfile", document(queue, chain)).get("name").asString();
    }

    /** Lets the messages of a profile's devices go through another chain. */
    static void setChain(ServiceClient owner, ObjectNode profile, String chain) {
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        owner.post("/api/deviceProfile", profile);
    }

    static ObjectNode document(String queue, String chain) {
        ObjectNode profile =
                JsonMapper.shared()
                        .createObjectNode()
                        .put("name", queue + " " + COUNT.incrementAndGet())
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT")
                        .put("defaultQueueName", queue);
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        return profile;
    }
}
