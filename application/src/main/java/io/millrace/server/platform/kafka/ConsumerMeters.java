// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.kafka.core.MicrometerConsumerListener;

/** Meters of the consumer as a whole: {@code kafka.consumer.*}. */
final class ConsumerMeters extends MicrometerConsumerListener<byte[], byte[]> {

    ConsumerMeters(MeterRegistry registry) {
        super(registry);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected MeterBinder createClientMetrics(Consumer<byte[], byte[]> client, List<Tag> tags) {
        return super.createClientMetrics(ClientLevel.of(Consumer.class, client::metrics), tags);
    }
}
