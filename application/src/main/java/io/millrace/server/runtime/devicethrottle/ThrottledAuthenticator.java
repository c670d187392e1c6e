// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicethrottle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.address.ClientNetwork;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many credentials one address (IPv6: one /64) can guess. Only wrong credentials count, each once: devices
 * that connect correctly, and a device that keeps trying an old token, use up nothing. When the limit is reached,
 * further credentials from the address are refused without a check until the minute is over, except those of devices
 * that have connected from there before. Each process keeps its own counts; their number is bounded. Thread-safe.
 */
public final class ThrottledAuthenticator implements DeviceAuthenticator {

    /** The time for which wrong credentials count. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Duration MEMORY_OF_ACCEPTED = Duration.ofDays(7);
    private static final Duration MEMORY_OF_REFUSED = Duration.ofMinutes(10);
    private static final int MAX_NETWORKS = 100_000;
    private static final int MAX_CREDENTIALS = 200_000;
    private static final int SALT_BYTES = 16;

    private final DeviceAuthenticator authenticator;
    private final int limit;
    private final byte[] salt = new byte[SALT_BYTES];
    private final Cache<ClientNetwork, NetworkAttempts> networks;
    private final Cache<Fingerprint, Boolean> accepted;
    private final Cache<Fingerprint, Boolean> refused;

    /**
     * @param authenticator checks the credentials
     * @param limit number of wrong credentials that an address may try in a minute
     */
    public ThrottledAuthenticator(DeviceAuthenticator authenticator, int limit, Ticker ticker) {
        this.authenticator = authenticator;
        this.limit = limit;
        new SecureRandom().nextBytes(salt);
        this.networks =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .expireAfterWrite(WINDOW)
                        .maximumSize(MAX_NETWORKS)
                        .build();
        this.accepted =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .expireAfterAccess(MEMORY_OF_ACCEPTED)
                        .maximumSize(MAX_CREDENTIALS)
                        .build();
        this.refused =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .expireAfterWrite(MEMORY_OF_REFUSED)
                        .maximumSize(MAX_CREDENTIALS)
                        .build();
    }

    /** A salted hash of an address and credentials, so that no credentials are kept in memory. */
    private record Fingerprint(long high, long low) {}

    @Override
    public CompletionStage<AuthResult> authenticate(ConnectCredentials credentials) {
        ClientNetwork network = ClientNetwork.of(credentials.remote());
        Fingerprint fingerprint = fingerprint(network, credentials);
        NetworkAttempts attempts = networks.get(network, _ -> new NetworkAttempts(limit));
        if (accepted.getIfPresent(fingerprint) != null) {
            return authenticator
                    .authenticate(credentials)
                    .whenComplete((result, _) -> {
                        if (remember(fingerprint, result)) {
                            attempts.failed();
                        }
                    });
        }
        CompletableFuture<AuthResult> judgement = new CompletableFuture<>();
        attempts.submit(new Attempt(credentials, fingerprint, attempts, judgement));
        return judgement;
    }

    /** One CONNECT whose credentials have not been accepted from this address before. */
    private final class Attempt implements NetworkAttempts.Check {

        private final ConnectCredentials credentials;
        private final Fingerprint fingerprint;
        private final NetworkAttempts attempts;
        private final CompletableFuture<AuthResult> judgement;

        Attempt(
                ConnectCredentials credentials,
                Fingerprint fingerprint,
                NetworkAttempts attempts,
                CompletableFuture<AuthResult> judgement) {
            this.credentials = credentials;
            this.fingerprint = fingerprint;
            this.attempts = attempts;
            this.judgement = judgement;
        }

        @Override
        public void run() {
            var _ = authenticator.authenticate(credentials).whenComplete(this::ended);
        }

        private void ended(@Nullable AuthResult result, @Nullable Throwable failure) {
            boolean isNewGuess = remember(fingerprint, result);
            if (result != null) {
                judgement.complete(result);
            } else {
                judgement.completeExceptionally(
                        failure == null ? new IllegalStateException("no result") : failure);
            }
            attempts.ended(isNewGuess);
        }

        @Override
        public void refuse() {
            judgement.complete(new Refused(Refusal.TOO_MANY_ATTEMPTS));
        }
    }

    /** Remembers a result; true if the credentials are wrong and were not tried before. */
    private boolean remember(Fingerprint fingerprint, @Nullable AuthResult result) {
        return switch (result) {
            case null -> false;
            case Accepted _ -> {
                accepted.put(fingerprint, true);
                refused.invalidate(fingerprint);
                yield false;
            }
            case Refused(Refusal reason)
                    when reason == Refusal.UNAVAILABLE || reason == Refusal.TOO_MANY_ATTEMPTS ->
                    false;
            case Refused _ -> {
                accepted.invalidate(fingerprint);
                yield refused.asMap().put(fingerprint, true) == null;
            }
        };
    }

    /** The client id counts only without a user name: many clients choose a new one for each connection. */
    private Fingerprint fingerprint(ClientNetwork network, ConnectCredentials credentials) {
        @Nullable String user = credentials.userName();
        String name = user == null || user.isEmpty() ? credentials.clientId() : user;
        byte @Nullable [] password = credentials.password();
        MessageDigest digest = sha256();
        digest.update(salt);
        add(digest, network.name().getBytes(StandardCharsets.UTF_8));
        add(digest, name.getBytes(StandardCharsets.UTF_8));
        add(digest, password == null ? new byte[0] : password);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new Fingerprint(hash.getLong(), hash.getLong());
    }

    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
