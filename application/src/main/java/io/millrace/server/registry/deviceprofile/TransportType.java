// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

/** The transports that clients of ThingsBoard filter by; profiles of Millrace have {@code DEFAULT} or {@code MQTT}. */
enum TransportType {
    DEFAULT,
    MQTT,
    COAP,
    LWM2M,
    SNMP
}
