// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import io.millrace.server.platform.peer.Peers;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.PeerSettings;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The beans that ask other instances. */
@Configuration(proxyBeanMethods = false)
class PeerQuestionConfiguration {

    @Bean
    PeerCalls peerCalls(JsonMapper json, PeerSettings settings) {
        return new PeerCalls(json, settings.answerWithin());
    }

    @Bean
    PeerQuestions peerQuestions(
            InstanceSettings instance,
            Peers peers,
            PeerCalls calls,
            PeerSettings settings,
            PeerListener listener,
            @Value("${server.servlet.context-path:}") String contextPath) {
        PeerLimits limits =
                PeerLimits.of(settings.answerWithin(), Runtime.getRuntime().maxMemory());
        return new PeerQuestions(
                instance.instanceId(),
                contextPath,
                peers,
                calls,
                new PeerConditions(limits.skipped(), System::nanoTime),
                limits,
                listener);
    }
}
