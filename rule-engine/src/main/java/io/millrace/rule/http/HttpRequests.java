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

/** Writes calls as requests of the library, and lets nothing through that would make two requests out of one. */
final class HttpRequests {

    /** RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** RFC 9110, section 5.5: no control characters but the tab. */
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    /** They say where a request ends and to whom it goes, which is the client's business. */
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
     * The request of a call.
     *
     * @throws IllegalArgumentException if it cannot be made
     */
    static HttpUriRequestBase of(HttpCall call) {
        String method = call.method();
        if (!TOKEN.matcher(method).matches() || method.equals("CONNECT")) {
            throw new IllegalArgumentException(
                    "expected an HTTP method, but got \"%s\"".formatted(method));
        }
        HttpHost target = targetOf(call.uri());
        HttpUriRequestBase request = new HttpUriRequestBase(method, call.uri());
        // Without user and password, which some write in front of the host; and with a port only
        // where the address has one.
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
     * The server that an address names, with its port.
     *
     * @throws IllegalArgumentException if it is no HTTP address
     */
    static HttpHost targetOf(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost();
        if (!(scheme.equals("http") || scheme.equals("https")) || host == null) {
            throw new IllegalArgumentException(
                    "expected an address like http://host/path, but got \"%s\"".formatted(uri));
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
                    "expected the name of a header, but got \"%s\"".formatted(name));
        }
        if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "expected a header that may be set, but got \"%s\"".formatted(name));
        }
        if (!VALUE.matcher(header.value()).matches()) {
            throw new IllegalArgumentException(
                    "expected no control characters and none beyond ISO 8859-1 in the value of header \"%s\""
                            .formatted(name));
        }
        request.addHeader(name, header.value());
    }
}
