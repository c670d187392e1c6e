// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.platform.jdbc.StoredSettings;
import io.millrace.server.platform.settings.AccountSettings;
import io.millrace.server.platform.start.StartException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Finds the key that tokens are signed with. */
final class SigningKey {

    private static final String SETTING = "jwt.secret";
    private static final int MIN_LENGTH = 32;
    private static final int GENERATED_BYTES = 64;

    private SigningKey() {}

    /** Returns the key from the settings, or else the key in the database, which the first instance generates. */
    static SecretKey find(AccountSettings accounts, StoredSettings settings) {
        Optional<String> chosen = accounts.chosenSecret();
        chosen.filter(secret -> secret.length() < MIN_LENGTH)
                .ifPresent(_ -> {
                    throw new StartException(
                            "MILLRACE_JWT_SECRET is too short; choose at least %d characters."
                                    .formatted(MIN_LENGTH));
                });
        return of(chosen.orElseGet(() -> settings.getOrAdd(SETTING, SigningKey::generate)));
    }

    /** Derives the 512 bits that HS512 requires (RFC 7518, section 3.2) from a text of any length. */
    private static SecretKey of(String secret) {
        byte[] key = sha512().digest(secret.getBytes(StandardCharsets.UTF_8));
        return new SecretKeySpec(key, "HmacSHA512");
    }

    private static String generate() {
        byte[] random = new byte[GENERATED_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }

    private static MessageDigest sha512() {
        try {
            return MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-512", e);
        }
    }
}
