// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.queue.QueueRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The queues of this instance. */
@Configuration(proxyBeanMethods = false)
class QueueConfiguration {

    @Bean
    QueueRegistry queueRegistry(QueueRepository queues) {
        QueueRepository.Definitions all = queues.definitions();
        return new QueueRegistry(all.present(), all.retired());
    }
}
