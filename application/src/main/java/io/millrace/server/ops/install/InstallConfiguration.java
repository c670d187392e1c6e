// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.install;

import io.millrace.server.platform.settings.MqttSettings;
import io.millrace.server.platform.start.StartNotice;
import io.millrace.server.registry.device.DemoDevice;
import io.millrace.server.web.user.UserRepository;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that print notices about accounts and the demo device to the console. */
@Configuration(proxyBeanMethods = false)
class InstallConfiguration {

    private record Notice(Section section, Supplier<List<String>> content) implements StartNotice {

        @Override
        public List<String> lines() {
            return content.get();
        }
    }

    @Bean
    StartNotice accountsNotice(FirstStart firstStart, UserRepository users) {
        return new Notice(
                StartNotice.Section.ACCOUNTS,
                () -> Stream.concat(accounts(users), password(firstStart)).toList());
    }

    private static Stream<String> accounts(UserRepository users) {
        String emails =
                Stream.of(FirstStart.SYSTEM_ADMINISTRATOR, FirstStart.TENANT_ADMINISTRATOR)
                        .filter(email -> users.findByEmail(email).isPresent())
                        .collect(Collectors.joining(", "));
        return emails.isEmpty() ? Stream.empty() : Stream.of("Accounts: " + emails);
    }

    private static Stream<String> password(FirstStart firstStart) {
        return firstStart.generatedPassword().stream()
                .map(password -> "Password of these accounts, shown only this once: " + password);
    }

    @Bean
    StartNotice demoDeviceNotice(DemoDevice device, MqttSettings mqtt) {
        return new Notice(
                StartNotice.Section.DEMO_DEVICE,
                () ->
                        device.accessToken()
                                .map(token -> firstReading(token, mqtt.port()))
                                .orElse(List.of()));
    }

    private static List<String> firstReading(String token, int port) {
        return List.of(
                "Access token of the demo device: " + token,
                "Send a first reading: mosquitto_pub -h localhost -p %d -q 1 -t v1/devices/me/telemetry -u %s -m '%s'"
                        .formatted(port, token, "{\"temperature\":21.5}"));
    }
}
