// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens with which the instances of a cluster call each other, signed with the key that they share. Each names the
 * instance that it is for, so that a token sent to a wrong address is of no use there. Thread-safe.
 */
public final class InstanceTokens {

    private static final Duration LIFETIME = Duration.ofMinutes(2);

    /** The clocks of two instances may differ by the rest of the lifetime. */
    private static final Duration USED = Duration.ofSeconds(30);

    private final JwtTokens tokens;
    private final String self;
    private final InstantSource clock;
    private final Map<String, Issued> issued = new ConcurrentHashMap<>();

    /** @param self name of this instance */
    InstanceTokens(JwtTokens tokens, String self, InstantSource clock) {
        this.tokens = tokens;
        this.self = self;
        this.clock = clock;
    }

    private record Issued(String token, Instant at) {}

    /** Returns a token for calls of this instance to another one. */
    public String issueFor(String instance) {
        Instant now = clock.instant();
        return issued.compute(
                        instance,
                        (name, last) ->
                                last != null && now.isBefore(last.at().plus(USED))
                                        ? last
                                        : new Issued(
                                                tokens.issueInstance(self, name, LIFETIME), now))
                .token();
    }

    /**
     * Checks the token of a call to this instance.
     *
     * @throws SignInException if another instance has not issued it for this one, or it has expired
     */
    InstanceAuthentication authenticate(String token) {
        return new InstanceAuthentication(new InstanceCaller(tokens.readInstance(token, self)));
    }
}
