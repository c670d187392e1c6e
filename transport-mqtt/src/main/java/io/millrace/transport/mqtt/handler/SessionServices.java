// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.queue.MessageQueue;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.session.DeviceSessions;
import io.millrace.transport.mqtt.session.SessionRegistry;
import java.time.InstantSource;

/** The services that all connections of a server share. */
public record SessionServices(
        DeviceAuthenticator authenticator,
        MessageQueue queue,
        DeviceSessions sessions,
        SessionRegistry registry,
        MqttMetrics metrics,
        InstantSource clock) {}
