// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Something to look at from the first minute.
 *
 * @param demo {@code millrace.demo}: the first start makes the demo tenant, its administrator and a demo device; by default only
 *     with the PostgreSQL that Millrace brings
 * @param demoDevices {@code millrace.demo-devices}: that many simulated devices publish over MQTT
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
