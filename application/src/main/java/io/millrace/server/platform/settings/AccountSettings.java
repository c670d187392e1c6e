// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The accounts of people.
 *
 * @param adminPassword {@code millrace.admin-password}: the password of the accounts that the first start makes; absent or blank:
 *     generated and printed once
 * @param jwtSecret {@code millrace.jwt-secret}: the key that signs tokens, which all instances of a cluster share; absent or blank:
 *     generated and kept in the database
 */
@ConfigurationProperties("millrace")
public record AccountSettings(@Nullable String adminPassword, @Nullable String jwtSecret) {

    /** The password that the operator chose for the first accounts. */
    public Optional<String> chosenPassword() {
        return Optional.ofNullable(adminPassword).filter(text -> !text.isBlank());
    }

    /** The signing key that the operator chose. */
    public Optional<String> chosenSecret() {
        return Optional.ofNullable(jwtSecret).filter(text -> !text.isBlank());
    }

    /** Names the settings without their values. */
    @Override
    public String toString() {
        return "AccountSettings[adminPassword="
                + (chosenPassword().isPresent() ? "set" : "not set")
                + ", jwtSecret="
                + (chosenSecret().isPresent() ? "set" : "not set")
                + "]";
    }
}
