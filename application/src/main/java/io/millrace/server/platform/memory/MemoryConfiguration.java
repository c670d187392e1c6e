// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.memory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that keep the memory of the process small. */
@Configuration(proxyBeanMethods = false)
class MemoryConfiguration {

    @Bean(destroyMethod = "stop")
    SpareMemory spareMemory() {
        return new SpareMemory(new JvmMemory.OfThisProcess());
    }

    /** Beside the start, which would otherwise load the JVM's management beans before it is ready. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> spareMemoryBegin(SpareMemory memory) {
        return _ -> Thread.startVirtualThread(memory::begin);
    }
}
