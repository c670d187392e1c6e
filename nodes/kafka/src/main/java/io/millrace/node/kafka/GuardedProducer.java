// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.kafka;

import io.millrace.message.id.TenantId;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.outgoing.OutgoingRefusedException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.ProducerInterceptors;
import org.apache.kafka.clients.producer.internals.ProducerMetadata;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * A producer that connects only where its tenant's nodes may connect. Brokers name the addresses of other brokers, so
 * the configuration does not say where a producer connects, and the client offers no place for a check. Its network
 * layer is therefore made here, as the client itself makes it, with a selector that checks each connection; the
 * constructor that takes it is meant for Kafka's own tests.
 */
final class GuardedProducer implements AutoCloseable {

    private static final MethodHandle CONSTRUCTOR = constructor();

    private final KafkaProducer<String, byte[]> producer;
    private final GuardedSelector selector;

    private GuardedProducer(KafkaProducer<String, byte[]> producer, GuardedSelector selector) {
        this.producer = producer;
        this.selector = selector;
    }

    private static MethodHandle constructor() {
        try {
            return MethodHandles.privateLookupIn(KafkaProducer.class, MethodHandles.lookup())
                    .findConstructor(
                            KafkaProducer.class,
                            MethodType.methodType(
                                    void.class,
                                    ProducerConfig.class,
                                    Serializer.class,
                                    Serializer.class,
                                    ProducerMetadata.class,
                                    KafkaClient.class,
                                    ProducerInterceptors.class,
                                    ApiVersions.class,
                                    Time.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of the Kafka client is not supported", e);
        }
    }

    private static final class GuardedSelector extends Selector {

        private final TenantId tenant;
        private final OutgoingAddresses addresses;
        private volatile @Nullable OutgoingRefusedException refusal;

        GuardedSelector(
                ProducerConfig config,
                Metrics metrics,
                ChannelBuilder channels,
                LogContext log,
                TenantId tenant,
                OutgoingAddresses addresses) {
            super(
                    config.getLong(ProducerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG),
                    metrics,
                    Time.SYSTEM,
                    "producer",
                    channels,
                    log);
            this.tenant = tenant;
            this.addresses = addresses;
        }

        @Override
        protected boolean doConnect(SocketChannel channel, InetSocketAddress address)
                throws IOException {
            if (!address.isUnresolved()) {
                try {
                    addresses.check(
                            tenant,
                            address.getHostString(),
                            address.getAddress(),
                            address.getPort());
                } catch (OutgoingRefusedException e) {
                    refusal = e;
                    throw e;
                }
            }
            refusal = null;
            return super.doConnect(channel, address);
        }
    }

    /**
     * Opens a producer. It connects in the background.
     *
     * @param brokers some of the brokers, unresolved
     * @throws IOException if the tenant's nodes may connect to none of them, or none has an address
     */
    @SuppressWarnings("unchecked") // the constructor returns what its serializers say
    static GuardedProducer open(
            ProducerConfig config,
            List<InetSocketAddress> brokers,
            TenantId tenant,
            OutgoingAddresses addresses)
            throws IOException {
        checkOne(brokers, tenant, addresses);
        LogContext log =
                new LogContext(
                        "[%s] ".formatted(config.getString(ProducerConfig.CLIENT_ID_CONFIG)));
        Metrics metrics = new Metrics();
        ChannelBuilder channels = ClientUtils.createChannelBuilder(config, Time.SYSTEM, log);
        GuardedSelector selector =
                new GuardedSelector(config, metrics, channels, log, tenant, addresses);
        try {
            ProducerMetadata metadata = metadata(config, brokers, log);
            ApiVersions versions = new ApiVersions();
            return new GuardedProducer(
                    (KafkaProducer<String, byte[]>)
                            CONSTRUCTOR.invoke(
                                    config,
                                    new StringSerializer(),
                                    new ByteArraySerializer(),
                                    metadata,
                                    network(config, selector, metadata, versions, log),
                                    null,
                                    versions,
                                    Time.SYSTEM),
                    selector);
        } catch (Throwable e) {
            selector.close();
            throw new IOException("the Kafka client cannot start: " + reasonOf(e), e);
        }
    }

    private static void checkOne(
            List<InetSocketAddress> brokers, TenantId tenant, OutgoingAddresses addresses)
            throws IOException {
        @Nullable IOException failure = null;
        for (InetSocketAddress broker : brokers) {
            try {
                addresses.of(tenant, broker.getHostString(), broker.getPort());
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static ProducerMetadata metadata(
            ProducerConfig config, List<InetSocketAddress> brokers, LogContext log) {
        ProducerMetadata metadata =
                new ProducerMetadata(
                        config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG),
                        config.getLong(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG),
                        config.getLong(ProducerConfig.METADATA_MAX_AGE_CONFIG),
                        config.getLong(ProducerConfig.METADATA_MAX_IDLE_CONFIG),
                        log,
                        new ClusterResourceListeners(),
                        Time.SYSTEM);
        metadata.bootstrap(brokers);
        return metadata;
    }

    private static NetworkClient network(
            ProducerConfig config,
            Selector selector,
            ProducerMetadata metadata,
            ApiVersions versions,
            LogContext log) {
        return new NetworkClient(
                selector,
                metadata,
                config.getString(ProducerConfig.CLIENT_ID_CONFIG),
                config.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
                config.getLong(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG),
                config.getLong(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG),
                config.getInt(ProducerConfig.SEND_BUFFER_CONFIG),
                config.getInt(ProducerConfig.RECEIVE_BUFFER_CONFIG),
                config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG),
                config.getLong(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG),
                config.getLong(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG),
                Time.SYSTEM,
                true,
                versions,
                log,
                MetadataRecoveryStrategy.REBOOTSTRAP);
    }

    private static String reasonOf(Throwable error) {
        Throwable cause = error.getCause();
        return String.valueOf((cause == null ? error : cause).getMessage());
    }

    /**
     * Writes a record. Blocks while the topic's brokers are not known yet and while the client's memory is full.
     *
     * @return completes when the brokers have confirmed the record
     */
    CompletableFuture<RecordMetadata> send(ProducerRecord<String, byte[]> record) {
        CompletableFuture<RecordMetadata> written = new CompletableFuture<>();
        var _ =
                producer.send(
                        record,
                        (metadata, error) -> {
                            if (error == null) {
                                written.complete(metadata);
                            } else {
                                written.completeExceptionally(explained(error));
                            }
                        });
        return written;
    }

    private Throwable explained(Exception error) {
        if (!(error instanceof org.apache.kafka.common.errors.TimeoutException)) {
            return error;
        }
        OutgoingRefusedException refusal = selector.refusal;
        return refusal == null ? new TimeoutException(error.getMessage()) : refusal;
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
