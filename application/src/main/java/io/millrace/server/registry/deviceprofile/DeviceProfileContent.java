// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.RuleChainId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a caller decides about a profile. */
record DeviceProfileContent(
        String name,
        @Nullable String description,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName,
        JsonNode profileData) {

    /** A profile of which nothing is known but its name. */
    static DeviceProfileContent named(String name) {
        return new DeviceProfileContent(name, null, null, null, defaultData());
    }

    static ObjectNode defaultData() {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("configuration").put("type", "DEFAULT");
        data.putObject("transportConfiguration").put("type", "DEFAULT");
        data.putObject("provisionConfiguration").put("type", "DISABLED");
        data.putNull("alarms");
        return data;
    }
}
