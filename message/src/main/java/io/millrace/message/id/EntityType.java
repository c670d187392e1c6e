// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Locale;

/** The types of entities that can originate a message, by ThingsBoard's names. */
public enum EntityType {
    TENANT,
    CUSTOMER,
    USER,
    DASHBOARD,
    ASSET,
    DEVICE,
    ALARM,
    RULE_CHAIN,
    RULE_NODE,
    ENTITY_VIEW("Entity View"),
    WIDGETS_BUNDLE,
    WIDGET_TYPE,
    TENANT_PROFILE,
    DEVICE_PROFILE,
    ASSET_PROFILE,
    API_USAGE_STATE,
    TB_RESOURCE("Resource"),
    OTA_PACKAGE,
    EDGE,
    RPC,
    QUEUE,
    NOTIFICATION_TARGET,
    NOTIFICATION_TEMPLATE,
    NOTIFICATION_REQUEST,
    NOTIFICATION,
    NOTIFICATION_RULE,
    QUEUE_STATS,
    OAUTH2_CLIENT,
    DOMAIN,
    MOBILE_APP,
    MOBILE_APP_BUNDLE,
    CALCULATED_FIELD,
    CALCULATED_FIELD_LINK,
    JOB,
    ADMIN_SETTINGS,
    AI_MODEL("AI model");

    private final String normalName;

    EntityType() {
        String words = name().replace('_', ' ').toLowerCase(Locale.ROOT);
        this.normalName = Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    EntityType(String normalName) {
        this.normalName = normalName;
    }

    /** The name for users, and the label by which the entity type switch routes: {@code Rule chain}. */
    public String normalName() {
        return normalName;
    }
}
