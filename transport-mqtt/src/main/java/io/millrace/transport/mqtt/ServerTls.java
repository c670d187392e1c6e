// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** The server side of TLS, by the JDK's own provider. */
final class ServerTls {

    private static final int SESSION_CACHE = 20_000;
    private static final long SESSION_SECONDS = 3600;

    private final SslContext context;
    private final Duration handshakeTimeout;

    /** Runs the expensive part of a handshake, which must not block an event loop. */
    private final Executor handshakes = task -> Thread.ofVirtual().name("mqtt-tls").start(task);

    /**
     * @throws IllegalArgumentException if certificate or key cannot be read
     */
    ServerTls(TlsSettings settings, Duration handshakeTimeout) {
        this.context = context(settings);
        this.handshakeTimeout = handshakeTimeout;
    }

    private static SslContext context(TlsSettings settings) {
        try {
            return SslContextBuilder.forServer(
                            settings.certificate().toFile(), settings.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .sessionCacheSize(SESSION_CACHE)
                    .sessionTimeout(SESSION_SECONDS)
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "MQTT over TLS: expected a PEM certificate in %s and its PKCS #8 key in %s: %s"
                            .formatted(settings.certificate(), settings.key(), e.getMessage()),
                    e);
        }
    }

    SslHandler handler(Channel channel) {
        SslHandler handler = context.newHandler(channel.alloc(), handshakes);
        handler.setHandshakeTimeout(handshakeTimeout.toNanos(), TimeUnit.NANOSECONDS);
        return handler;
    }
}
