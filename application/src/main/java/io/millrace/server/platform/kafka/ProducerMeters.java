// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.kafka.core.MicrometerProducerListener;

/** Meters of the producer as a whole: {@code kafka.producer.*}. */
final class ProducerMeters extends MicrometerProducerListener<byte[], byte[]> {

    ProducerMeters(MeterRegistry registry) {
        super(registry);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected MeterBinder createClientMetrics(Producer<byte[], byte[]> client, List<Tag> tags) {
        return super.createClientMetrics(ClientLevel.of(Producer.class, client::metrics), tags);
    }
}
