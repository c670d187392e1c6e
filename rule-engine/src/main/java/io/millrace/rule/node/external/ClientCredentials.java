// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.rule.http.PemCredentials;
import io.millrace.rule.node.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/** The credentials of a node at the system that it calls. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ClientCredentials.Anonymous.class, name = "anonymous"),
    @JsonSubTypes.Type(value = ClientCredentials.Basic.class, name = "basic"),
    @JsonSubTypes.Type(value = ClientCredentials.Pem.class, name = "cert.PEM")
})
public sealed interface ClientCredentials {

    /** No credentials. */
    record Anonymous() implements ClientCredentials {}

    /** User name and password. */
    record Basic(
            @JsonPropertyDescription("Name of the user.") String username,
            @JsonPropertyDescription("Password of the user.") String password)
            implements ClientCredentials {

        public Basic(@Nullable String username, @Nullable String password) {
            if (username == null) {
                throw new InvalidConfigurationException(
                        "credentials.username: must be a name, but is missing");
            }
            this.username = username;
            this.password = password == null ? "" : password;
        }

        /** Returns a text without secrets. */
        @Override
        public String toString() {
            return "Basic[" + username + "]";
        }
    }

    /** A client certificate; the fields are those of {@link PemCredentials}. */
    record Pem(
            @JsonPropertyDescription("Authorities to trust, in PEM; the JVM's if not set.")
                    @Nullable String caCert,
            @JsonPropertyDescription(
                            "The node's own certificate in PEM, followed by intermediate certificates.")
                    @Nullable String cert,
            @JsonPropertyDescription("Key of that certificate in PEM.") @Nullable String privateKey,
            @JsonPropertyDescription("Password of the key, if it is encrypted.")
                    @Nullable String password)
            implements ClientCredentials {

        public PemCredentials credentials() {
            return new PemCredentials(caCert, cert, privateKey, password);
        }

        /** Returns a text without secrets. */
        @Override
        public String toString() {
            return "Pem";
        }
    }
}
