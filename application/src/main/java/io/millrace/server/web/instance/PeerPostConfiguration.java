// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.instance;

import io.millrace.server.platform.settings.PeerSettings;
import io.millrace.server.web.security.InstanceTokens;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bean that calls other instances; a single instance has none. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
class PeerPostConfiguration {

    @Bean
    PeerPosts peerPosts(
            InstanceTokens tokens,
            PeerSettings settings,
            @Value("${server.servlet.context-path:}") String contextPath) {
        return new PeerPosts(tokens, contextPath, settings.answerWithin());
    }
}
