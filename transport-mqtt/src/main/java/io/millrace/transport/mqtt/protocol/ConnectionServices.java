// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.ClientAuthenticator;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;

/**
 * What all connections of a server share.
 *
 * @param admission false for an address whose new connections are closed at once
 * @param authenticator decides who may connect
 * @param topics names of the topics that clients publish to most, the most frequent first
 * @param clock the time of messages and expiries
 */
public record ConnectionServices(
        Predicate<SocketAddress> admission,
        ClientAuthenticator authenticator,
        List<String> topics,
        MqttMetrics metrics,
        InstantSource clock) {}
