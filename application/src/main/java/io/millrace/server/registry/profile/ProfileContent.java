// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.message.id.RuleChainId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.NameRules;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller decides about a profile; checked.
 *
 * @param defaultRuleChainId chain that the messages of its entities enter; null: the root chain of the tenant
 * @param defaultQueueName queue for the messages of its entities; null: {@code Main}
 * @param own values of the columns that only this kind of profile has, by the name of the column
 */
public record ProfileContent(
        String name,
        @Nullable String description,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName,
        Map<String, Object> own) {

    public ProfileContent {
        own = Map.copyOf(own);
    }

    /**
     * The content of a request.
     *
     * @param queue an empty name counts as none, as in ThingsBoard
     * @throws ApiException (400) if the name or the queue is not valid
     */
    public static ProfileContent checked(
            @Nullable String name,
            @Nullable String description,
            @Nullable RuleChainId chain,
            @Nullable String queue,
            Map<String, Object> own) {
        String checkedQueue = NameRules.optionalText("defaultQueueName", queue);
        return new ProfileContent(
                NameRules.requireName("name", name),
                DocumentRules.limitedText("description", description),
                chain,
                checkedQueue == null || checkedQueue.isEmpty() ? null : checkedQueue,
                own);
    }

    Map<String, @Nullable Object> values(boolean isDefault) {
        Map<String, @Nullable Object> values = new HashMap<>(own);
        values.put("name", name);
        values.put("description", description);
        values.put("is_default", isDefault);
        values.put(
                "default_rule_chain_id",
                defaultRuleChainId == null ? null : defaultRuleChainId.id());
        values.put("default_queue_name", defaultQueueName);
        return values;
    }
}
