// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.queue.MessageQueue;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.MqttSettings;
import io.millrace.server.registry.device.MqttPorts;
import io.millrace.server.runtime.devicethrottle.ThrottledAuthenticator;
import io.millrace.server.runtime.mqttsession.StoredSessions;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.DeviceEvents;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.TlsSettings;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import io.millrace.transport.mqtt.device.DeviceClients;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.protocol.ConnectionServices;
import io.millrace.transport.mqtt.protocol.ConnectionSettings;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the MQTT server and its connections to queue and engine. */
@Configuration(proxyBeanMethods = false)
class MqttConfiguration {

    @Bean(destroyMethod = "")
    MqttServer mqttServer(
            MqttSettings settings,
            DeviceAuthenticator authenticator,
            DeviceApi deviceApi,
            MqttMetrics metrics,
            Clock clock) {
        int perSecond = settings.connectionsPerSecond();
        ConnectionServices services =
                new ConnectionServices(
                        perSecond == 0
                                ? _ -> true
                                : new ConnectionRate(perSecond, Ticker.systemTicker()),
                        new DeviceClients(
                                throttled(authenticator, settings.guessesPerMinute()), deviceApi),
                        DeviceClients.FREQUENT_TOPICS,
                        metrics,
                        clock);
        return new MqttServer(transportSettings(settings), services);
    }

    @Bean
    DeviceApi mqttDeviceApi(
            MessageQueue queue,
            DeviceConnections connections,
            DeviceRequests requests,
            DeviceLimits limits,
            DeviceEvents events,
            StoredSessions sessions,
            InstanceSettings instance,
            Clock clock) {
        ConnectionSettings connection = ConnectionSettings.DEFAULT;
        return new DeviceApi(
                queue,
                connections,
                requests,
                limits,
                events,
                sessions::of,
                clock,
                new DeviceApi.SessionLimits(
                        connection.maxPayloadSize(), connection.inFlight().messages()),
                instance.instanceId());
    }

    private static DeviceAuthenticator throttled(
            DeviceAuthenticator authenticator, int guessesPerMinute) {
        return guessesPerMinute == 0
                ? authenticator
                : new ThrottledAuthenticator(
                        authenticator, guessesPerMinute, Ticker.systemTicker());
    }

    private static io.millrace.transport.mqtt.MqttServerSettings transportSettings(
            MqttSettings settings) {
        io.millrace.transport.mqtt.MqttServerSettings plain =
                io.millrace.transport.mqtt.MqttServerSettings.onPort(settings.port())
                        .withReadSpacing(settings.readSpacing())
                        .withMaxHalfOpen(settings.maxHalfOpen());
        return settings.tls()
                .keyFiles()
                .map(files ->
                        plain.withTls(
                                new TlsSettings(settings.tls().port(), files.cert(), files.key())))
                .orElse(plain);
    }

    @Bean
    MqttPorts mqttPorts(MqttServer server, MqttSettings settings) {
        return new ListeningPorts(server, settings.tls().keyFiles().isPresent());
    }

    @Bean
    MqttLifecycle mqttLifecycle(MqttServer server) {
        return new MqttLifecycle(server);
    }
}
