// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import io.millrace.server.platform.settings.MqttSettings;
import io.millrace.server.platform.start.StartNotice.Section;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Beans that print notices to the console after a successful start. */
@Configuration(proxyBeanMethods = false)
class StartConfiguration {

    /** A line that is computed when the service is ready, because free ports are only known then. */
    private record Notice(Section section, Supplier<String> line) implements StartNotice {

        @Override
        public List<String> lines() {
            return List.of(line.get());
        }
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> startBanner(ObjectProvider<StartNotice> notices) {
        return _ -> new StartBanner(notices.stream().toList(), System.out).print();
    }

    @Bean
    StartNotice webUiNotice(Environment environment) {
        return new Notice(
                Section.WEB_UI,
                () -> "Web UI: http://localhost:" + environment.getProperty("local.server.port"));
    }

    @Bean
    StartNotice mqttNotice(MqttSettings settings) {
        return new Notice(Section.MQTT, () -> "MQTT: localhost:" + settings.port());
    }
}
