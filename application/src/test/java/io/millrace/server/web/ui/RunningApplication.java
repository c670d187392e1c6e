// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

/** A running service with the demo tenant and its device, for the browser and the device. */
interface RunningApplication extends AutoCloseable {

    /** Starts one on free ports. */
    static RunningApplication start() {
        return new DemoApplication();
    }

    /** The address of the UI, with the closing slash. */
    String uiUrl();

    /** The e-mail address of the demo tenant's administrator. */
    String user();

    /** That administrator's password. */
    String password();

    /** The name of the demo device. */
    String deviceName();

    /** The access token of the demo device. */
    String accessToken();

    /** Publishes telemetry as the demo device, over MQTT, and returns when it is acknowledged. */
    void publish(String json);

    @Override
    void close();
}
