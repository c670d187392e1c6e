// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of the type {@code MQTT_BASIC}: the parts of CONNECT that must match. A part that is null or empty
 * matches every value.
 */
record MqttBasic(@Nullable String clientId, @Nullable String userName, @Nullable String password) {

    boolean hasClientId() {
        return isGiven(clientId);
    }

    boolean hasUserName() {
        return isGiven(userName);
    }

    boolean hasPassword() {
        return isGiven(password);
    }

    private static boolean isGiven(@Nullable String part) {
        return part != null && !part.isEmpty();
    }

    /** The key of the lookup: the user name if the client id is not given, else {@link #hashOf} the parts. */
    String credentialsId() {
        return hasClientId() ? hashOf(clientId, userName) : String.valueOf(userName);
    }

    /** SHA3-256 in hex of the given parts, separated by a bar. */
    static String hashOf(@Nullable String clientId, @Nullable String userName) {
        String parts =
                Stream.of(clientId == null ? "" : clientId, userName == null ? "" : userName)
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("|"));
        return HexFormat.of().formatHex(sha3().digest(parts.getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether client id and user name match. */
    boolean namesMatch(String givenClientId, @Nullable String givenUserName) {
        return (!hasClientId() || givenClientId.equals(clientId))
                && (!hasUserName() || (givenUserName != null && givenUserName.equals(userName)));
    }

    /** Whether the password matches; takes the same time independently of the position at which the two differ. */
    boolean passwordMatches(byte @Nullable [] given) {
        if (password == null || password.isEmpty()) {
            return true;
        }
        return given != null
                && MessageDigest.isEqual(password.getBytes(StandardCharsets.UTF_8), given);
    }

    private static MessageDigest sha3() {
        try {
            return MessageDigest.getInstance("SHA3-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JDK has SHA3-256 since version 9", e);
        }
    }

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "MqttBasic[]";
    }
}
