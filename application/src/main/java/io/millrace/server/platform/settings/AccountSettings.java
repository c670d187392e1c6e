// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the user accounts.
 *
 * @param adminPassword {@code millrace.admin-password}: the password of the accounts that the first start creates; if
 *     absent or blank, a password is generated and printed once
 * @param jwtSecret {@code millrace.jwt-secret}: the key that signs tokens, shared by all instances of a cluster; if
 *     absent or blank, a key is generated and stored in the database
 */
@ConfigurationProperties("millrace")
public record AccountSettings(@Nullable String adminPassword, @Nullable String jwtSecret) {

    /** The password that the operator configured for the first accounts. */
    public Optional<String> chosenPassword() {
        return Optional.ofNullable(adminPassword).filter(text -> !text.isBlank());
    }

    /** The signing key that the operator configured. */
    public Optional<String> chosenSecret() {
        return Optional.ofNullable(jwtSecret).filter(text -> !text.isBlank());
    }

    /** Says which settings are set, without their values. */
    @Override
    public String toString() {
        return "AccountSettings[adminPassword="
                + (chosenPassword().isPresent() ? "set" : "not set")
                + ", jwtSecret="
                + (chosenSecret().isPresent() ? "set" : "not set")
                + "]";
    }
}
