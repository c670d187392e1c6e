// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of {@link SendEmailNode}.
 *
 * @param useSystemSmtpSettings whether emails go by the operator's server, so that the other fields have no effect
 * @param smtpProtocol {@code smtp}, or {@code smtps} for TLS from the start
 * @param smtpHost the server's name
 * @param smtpPort the server's port
 * @param timeout milliseconds for connecting, and for each answer of the server
 * @param username user at the server; null or empty: no login
 * @param password password of that user
 * @param enableTls whether the connection must change to TLS by STARTTLS
 * @param tlsVersion versions of TLS, separated by spaces
 * @param enableProxy whether the server is reached through an HTTP proxy
 * @param proxyHost the proxy's name
 * @param proxyPort the proxy's port
 * @param proxyUser user at the proxy; null or empty: no login
 * @param proxyPassword password of that user
 */
public record SendEmailConfiguration(
        @JsonPropertyDescription("Whether emails go by the SMTP server of the installation.")
                boolean useSystemSmtpSettings,
        @JsonPropertyDescription("smtp, or smtps for TLS from the start.")
                @Nullable
                @Pattern(regexp = "smtp|smtps")
                String smtpProtocol,
        @JsonPropertyDescription("Name of the server.") @Nullable String smtpHost,
        @JsonPropertyDescription("Port of the server.") @Min(0) @Max(65_535) int smtpPort,
        @JsonPropertyDescription(
                        "Milliseconds for connecting and for each answer of the server; 0 for 10,000.")
                @Min(0)
                @Max(60_000)
                int timeout,
        @JsonPropertyDescription("User at the server; no login if not set.")
                @Nullable String username,
        @JsonPropertyDescription("Password of that user.") @Nullable String password,
        @JsonPropertyDescription("Whether the connection must change to TLS (STARTTLS).")
                boolean enableTls,
        @JsonPropertyDescription(
                        "Versions of TLS, separated by spaces; those of the JVM if not set.")
                @Nullable
                @Pattern(regexp = "(TLSv1\\.[23])?( TLSv1\\.[23])*")
                String tlsVersion,
        @JsonPropertyDescription("Whether the server is reached through an HTTP proxy.")
                boolean enableProxy,
        @JsonPropertyDescription("Name of the proxy.") @Nullable String proxyHost,
        @JsonPropertyDescription("Port of the proxy.") @Nullable String proxyPort,
        @JsonPropertyDescription("User at the proxy; no login if not set.")
                @Nullable String proxyUser,
        @JsonPropertyDescription("Password of that user.") @Nullable String proxyPassword) {

    /** The configuration of a new node. */
    static final SendEmailConfiguration DEFAULTS =
            new SendEmailConfiguration(
                    true,
                    "smtp",
                    "localhost",
                    25,
                    10_000,
                    null,
                    null,
                    false,
                    "TLSv1.2",
                    false,
                    null,
                    null,
                    null,
                    null);

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return useSystemSmtpSettings ? "system" : smtpProtocol + " " + smtpHost + ":" + smtpPort;
    }
}
