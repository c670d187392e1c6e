// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.ratelimit;

/** The rate limits of transports that a tenant profile can set, by ThingsBoard's keys. */
public enum TransportLimit {
    TENANT_MESSAGES("transportTenantMsgRateLimit"),
    TENANT_TELEMETRY_MESSAGES("transportTenantTelemetryMsgRateLimit"),
    TENANT_DATA_POINTS("transportTenantTelemetryDataPointsRateLimit"),
    DEVICE_MESSAGES("transportDeviceMsgRateLimit"),
    DEVICE_TELEMETRY_MESSAGES("transportDeviceTelemetryMsgRateLimit"),
    DEVICE_DATA_POINTS("transportDeviceTelemetryDataPointsRateLimit"),
    /** Of a gateway with the messages of all devices behind it. */
    GATEWAY_MESSAGES("transportGatewayMsgRateLimit"),
    GATEWAY_TELEMETRY_MESSAGES("transportGatewayTelemetryMsgRateLimit"),
    GATEWAY_DATA_POINTS("transportGatewayTelemetryDataPointsRateLimit"),
    /** Of a gateway with its own messages. */
    GATEWAY_DEVICE_MESSAGES("transportGatewayDeviceMsgRateLimit"),
    GATEWAY_DEVICE_TELEMETRY_MESSAGES("transportGatewayDeviceTelemetryMsgRateLimit"),
    GATEWAY_DEVICE_DATA_POINTS("transportGatewayDeviceTelemetryDataPointsRateLimit");

    private final String key;

    TransportLimit(String key) {
        this.key = key;
    }

    /** The key in a profile's configuration; an empty text or no value: no limit. */
    public String key() {
        return key;
    }
}
