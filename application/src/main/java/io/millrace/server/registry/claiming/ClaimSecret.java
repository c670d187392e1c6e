// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.claiming;

import io.millrace.message.id.DeviceId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** What a user has to know to claim a device, as a hash with the device's id, so that no secret is stored. */
final class ClaimSecret {

    private final byte[] hash;

    ClaimSecret(byte[] hash) {
        this.hash = hash.clone();
    }

    /** @param secret null: the empty one */
    static ClaimSecret of(DeviceId device, @Nullable String secret) {
        MessageDigest digest = sha256();
        digest.update(device.toString().getBytes(StandardCharsets.UTF_8));
        digest.update((secret == null ? "" : secret).getBytes(StandardCharsets.UTF_8));
        return new ClaimSecret(digest.digest());
    }

    /** Whether the secrets are the same; takes the same time independently of the position at which the hashes differ. */
    boolean matches(ClaimSecret other) {
        return MessageDigest.isEqual(hash, other.hash);
    }

    byte[] hash() {
        return hash.clone();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
