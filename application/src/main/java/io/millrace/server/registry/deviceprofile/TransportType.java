// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

/** The transports that clients of ThingsBoard filter by; every profile of Millrace has the default one. */
enum TransportType {
    DEFAULT,
    MQTT,
    COAP,
    LWM2M,
    SNMP
}
