// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

/** The types of credentials, by ThingsBoard's names. */
public enum CredentialsType {
    ACCESS_TOKEN,
    MQTT_BASIC,
    /** Not offered: a request that asks for it is refused. */
    X509_CERTIFICATE,
    /** Not offered: a request that asks for it is refused. */
    LWM2M_CREDENTIALS
}
