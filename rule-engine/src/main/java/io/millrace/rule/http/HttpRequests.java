// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.Payload;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.Timeout;

/** Converts calls to requests of the library, and rejects values that could split one request into two. */
final class HttpRequests {

    /** RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** RFC 9110, section 5.5: no control characters except the tab. */
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    /** Headers that control where a request ends and where it goes; only the client sets them. */
    private static final Set<String> OWN_HEADERS =
            Set.of(
                    "connection",
                    "content-length",
                    "expect",
                    "host",
                    "transfer-encoding",
                    "upgrade");

    private HttpRequests() {}

    /**
     * Returns the request of a call.
     *
     * @throws IllegalArgumentException if the call is invalid
     */
    static HttpUriRequestBase of(HttpCall call) {
        String method = call.method();
        if (!TOKEN.matcher(method).matches() || method.equals("CONNECT")) {
            throw new IllegalArgumentException(
                    "expected an HTTP method, got \"%s\"".formatted(method));
        }
        HttpHost target = targetOf(call.uri());
        HttpUriRequestBase request = new HttpUriRequestBase(method, call.uri());
        // Without the user and password that some addresses have before the host, and with a port
        // only if the address has one.
        request.setAuthority(new URIAuthority(target.getHostName(), call.uri().getPort()));
        call.headers().forEach(header -> add(header, request));
        Payload body = call.body();
        if (body != null) {
            request.setEntity(
                    new ByteArrayEntity(body.buffer(), body.offset(), body.length(), null));
        }
        Timeout limit = Timeout.of(call.timeout());
        request.setConfig(
                RequestConfig.custom()
                        .setConnectionRequestTimeout(limit)
                        .setResponseTimeout(limit)
                        .setRedirectsEnabled(false)
                        .setContentCompressionEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .build());
        return request;
    }

    /**
     * Returns the server that an address names, with its port.
     *
     * @throws IllegalArgumentException if it is not an HTTP address
     */
    static HttpHost targetOf(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost();
        if (!(scheme.equals("http") || scheme.equals("https")) || host == null) {
            throw new IllegalArgumentException(
                    "expected an address like http://host/path, got \"%s\"".formatted(uri));
        }
        int standard = scheme.equals("http") ? 80 : 443;
        return new HttpHost(
                scheme,
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                uri.getPort() < 0 ? standard : uri.getPort());
    }

    private static void add(HttpCall.Header header, HttpUriRequestBase request) {
        String name = header.name();
        if (!TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected the name of a header, got \"%s\"".formatted(name));
        }
        if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "header may not be set, because the client sets it: \"%s\"".formatted(name));
        }
        if (!VALUE.matcher(header.value()).matches()) {
            throw new IllegalArgumentException(
                    "expected no control characters and none beyond ISO 8859-1"
                            + " in the value of header \"%s\"".formatted(name));
        }
        request.addHeader(name, header.value());
    }
}
