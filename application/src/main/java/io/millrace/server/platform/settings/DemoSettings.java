// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the demo data.
 *
 * @param demo {@code millrace.demo}: if true, the first start creates the demo tenant, its administrator and a demo
 *     device; true by default only with the embedded PostgreSQL
 * @param demoDevices {@code millrace.demo-devices}: number of simulated thermostats that publish over MQTT
 */
@ConfigurationProperties("millrace")
public record DemoSettings(boolean demo, int demoDevices) {

    public DemoSettings {
        if (demoDevices < 0) {
            throw new IllegalArgumentException(
                    "millrace.demo-devices must not be negative, but is " + demoDevices);
        }
    }
}
