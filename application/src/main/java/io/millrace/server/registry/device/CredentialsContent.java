// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.server.registry.entity.RandomText;
import org.jspecify.annotations.Nullable;

/** Checked credentials, ready to be stored. */
record CredentialsContent(CredentialsType type, String id, @Nullable String value) {

    static CredentialsContent accessToken(String token) {
        return new CredentialsContent(CredentialsType.ACCESS_TOKEN, token, null);
    }

    /** A random token of 20 letters and digits, 119 bits. */
    static CredentialsContent generated() {
        return accessToken(RandomText.token());
    }

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "CredentialsContent[type=%s]".formatted(type);
    }
}
