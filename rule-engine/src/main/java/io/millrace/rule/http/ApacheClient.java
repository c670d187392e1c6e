// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.auth.AuthSchemeFactory;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.StandardAuthScheme;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.auth.BasicSchemeFactory;
import org.apache.hc.client5.http.impl.auth.DigestSchemeFactory;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Configures the Apache client to do exactly what a call says: no redirects, no cookies, no compression. */
final class ApacheClient {

    private static final int MAX_HEADERS = 128;
    private static final int MAX_HEADER_BYTES = 16_384;
    private static final TimeValue TRUSTED_WITHOUT_LOOK = TimeValue.ofSeconds(1);

    private ApacheClient() {}

    static PoolingHttpClientConnectionManager connections(
            ApacheHttpClients.Settings settings,
            HttpClientSettings wanted,
            SSLContext tls,
            GuardedDns dns) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(dns)
                // The JDK itself compares the server's certificate with the host's name.
                .setTlsSocketStrategy(
                        new DefaultClientTlsStrategy(
                                tls,
                                HostnameVerificationPolicy.BUILTIN,
                                NoopHostnameVerifier.INSTANCE))
                .setMaxConnTotal(wanted.mostAtOnce())
                .setMaxConnPerRoute(wanted.mostAtOnce())
                .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                                .setTimeToLive(TimeValue.of(settings.longestLife()))
                                .setIdleTimeout(Timeout.of(settings.longestIdle()))
                                .setValidateAfterInactivity(TRUSTED_WITHOUT_LOOK)
                                .build())
                .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder()
                                .http1Config(
                                        Http1Config.custom()
                                                .setMaxHeaderCount(MAX_HEADERS)
                                                .setMaxLineLength(MAX_HEADER_BYTES)
                                                .build())
                                .charCodingConfig(
                                        CharCodingConfig.custom()
                                                .setCharset(StandardCharsets.ISO_8859_1)
                                                .build())
                                .build())
                .build();
    }

    static CloseableHttpClient over(
            PoolingHttpClientConnectionManager connections, @Nullable HttpProxy proxy) {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        HttpClientBuilder builder =
                HttpClientBuilder.create()
                        .setConnectionManager(connections)
                        .disableRedirectHandling()
                        .disableCookieManagement()
                        .setDefaultCookieSpecRegistry(_ -> null)
                        .disableContentCompression()
                        .disableConnectionState()
                        .setRetryStrategy(new OnceMore())
                        .setDefaultCredentialsProvider(credentials)
                        .setDefaultAuthSchemeRegistry(
                                RegistryBuilder.<AuthSchemeFactory>create()
                                        .register(
                                                StandardAuthScheme.BASIC,
                                                BasicSchemeFactory.INSTANCE)
                                        .register(
                                                StandardAuthScheme.DIGEST,
                                                DigestSchemeFactory.INSTANCE)
                                        .build())
                        .setUserAgent("Millrace");
        if (proxy != null) {
            HttpHost host = new HttpHost("http", proxy.host(), proxy.port());
            builder.setProxy(host);
            if (proxy.user() != null) {
                String password = proxy.password();
                credentials.setCredentials(
                        new AuthScope(host),
                        new UsernamePasswordCredentials(
                                proxy.user(),
                                password == null ? new char[0] : password.toCharArray()));
            }
        }
        return builder.build();
    }

    /**
     * Repeats an idempotent call once if the connection is lost, because a server may close an idle connection just
     * when a call is sent on it.
     */
    private static final class OnceMore implements HttpRequestRetryStrategy {

        @Override
        public boolean retryRequest(
                HttpRequest request, IOException error, int attempt, HttpContext context) {
            boolean connectionLost =
                    error instanceof NoHttpResponseException
                            || (error instanceof SocketException
                                    && !(error instanceof ConnectException));
            return attempt == 1 && connectionLost && Method.isIdempotent(request.getMethod());
        }

        @Override
        public boolean retryRequest(HttpResponse response, int attempt, HttpContext context) {
            return false;
        }

        @Override
        public TimeValue getRetryInterval(
                HttpRequest request, IOException error, int attempt, HttpContext context) {
            return TimeValue.ZERO_MILLISECONDS;
        }

        @Override
        public TimeValue getRetryInterval(HttpResponse response, int attempt, HttpContext context) {
            return TimeValue.ZERO_MILLISECONDS;
        }
    }
}
