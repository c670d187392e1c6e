// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import io.millrace.rule.node.InvalidConfigurationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server that takes emails.
 *
 * @param isTls whether the connection is TLS from the start
 * @param timeoutMs time for connecting, and for each answer
 * @param user user at the server, or null: no login
 * @param startTls whether the connection must change to TLS
 * @param tlsVersions versions of TLS separated by spaces, or null: those of the JVM
 * @param sender the sender of emails without one, or null
 * @param proxy an HTTP proxy in front of it, or null
 */
record SmtpServer(
        boolean isTls,
        String host,
        int port,
        int timeoutMs,
        @Nullable Login user,
        boolean startTls,
        @Nullable String tlsVersions,
        @Nullable String sender,
        @Nullable Proxy proxy) {

    private static final int DEFAULT_TIMEOUT_MS = 10_000;
    private static final int HIGHEST_PORT = 65_535;

    /** Name and password of a user. */
    record Login(String name, String password) {

        /** Returns a text without secrets. */
        @Override
        public String toString() {
            return name;
        }
    }

    /** An HTTP proxy. */
    record Proxy(String host, int port, @Nullable Login user) {}

    /**
     * The server of a node's configuration.
     *
     * @throws InvalidConfigurationException if a part is missing
     */
    static SmtpServer of(SendEmailConfiguration configuration) {
        return new SmtpServer(
                "smtps".equals(configuration.smtpProtocol()),
                present("smtpHost", configuration.smtpHost()),
                port("smtpPort", configuration.smtpPort()),
                configuration.timeout() == 0 ? DEFAULT_TIMEOUT_MS : configuration.timeout(),
                login(configuration.username(), configuration.password()),
                configuration.enableTls(),
                blankToNull(configuration.tlsVersion()),
                null,
                configuration.enableProxy()
                        ? new Proxy(
                                present("proxyHost", configuration.proxyHost()),
                                number("proxyPort", configuration.proxyPort()),
                                login(configuration.proxyUser(), configuration.proxyPassword()))
                        : null);
    }

    /**
     * The server of the operator's settings {@code mail.*}, or null if there is none.
     *
     * @throws InvalidConfigurationException if a setting cannot be read
     */
    static @Nullable SmtpServer ofSystem(Function<String, @Nullable String> settings) {
        String host = blankToNull(settings.apply("mail.host"));
        if (host == null) {
            return null;
        }
        boolean isTls = "smtps".equals(settings.apply("mail.protocol"));
        String port = settings.apply("mail.port");
        return new SmtpServer(
                isTls,
                host,
                port == null ? (isTls ? 465 : 25) : number("millrace.nodes.mail.port", port),
                DEFAULT_TIMEOUT_MS,
                login(settings.apply("mail.username"), settings.apply("mail.password")),
                Boolean.parseBoolean(settings.apply("mail.start-tls")),
                null,
                blankToNull(settings.apply("mail.from")),
                null);
    }

    private static @Nullable Login login(@Nullable String name, @Nullable String password) {
        return name == null || name.isBlank()
                ? null
                : new Login(name, password == null ? "" : password);
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static String present(String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidConfigurationException(field + ": must not be blank");
        }
        return text.strip();
    }

    private static int number(String field, @Nullable String text) {
        try {
            return port(field, Integer.parseInt(present(field, text)));
        } catch (NumberFormatException e) {
            throw new InvalidConfigurationException(
                    "%s: must be a port, not \"%s\"".formatted(field, text), e);
        }
    }

    private static int port(String field, int number) {
        if (number < 1 || number > HIGHEST_PORT) {
            throw new InvalidConfigurationException(
                    "%s: must be a port, not %d".formatted(field, number));
        }
        return number;
    }
}
