// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.queue.MessageQueue;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.settings.MqttSettings;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.device.MqttPorts;
import io.millrace.server.runtime.devicethrottle.ThrottledAuthenticator;
import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.TlsSettings;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import io.millrace.transport.mqtt.handler.SessionServices;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.session.SessionRegistry;
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
            MessageQueue queue,
            RuleEngine engine,
            MqttMetrics metrics,
            Clock clock) {
        SessionServices services =
                new SessionServices(
                        throttled(authenticator, settings.guessesPerMinute()),
                        queue,
                        new EngineSessions(engine),
                        new SessionRegistry(),
                        metrics,
                        clock);
        return new MqttServer(transportSettings(settings), services);
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
                io.millrace.transport.mqtt.MqttServerSettings.onPort(settings.port());
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

    @Bean
    ChangedDevices changedDevices(
            MqttServer server, DeviceDirectory devices, DatabaseLookups lookups) {
        return new ChangedDevices(server, devices, lookups);
    }
}
