// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicethrottle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottledAuthenticatorTest {

    private static final int LIMIT = 10;
    private static final AuthResult ACCEPTED =
            new Accepted(
                    new AuthenticatedDevice(
                            new TenantId(new UUID(1, 1)),
                            new DeviceId(new UUID(1, 2)),
                            "Device",
                            "default",
                            null,
                            new DeviceProfileId(new UUID(1, 3)),
                            null,
                            null,
                            TransportOptions.DEFAULT));
    private static final AuthResult WRONG = new Refused(Refusal.BAD_USER_NAME_OR_PASSWORD);
    private static final AuthResult UNCHECKED = new Refused(Refusal.TOO_MANY_ATTEMPTS);

    private final AtomicLong nanos = new AtomicLong();
    private final Devices devices = new Devices();
    private final ThrottledAuthenticator throttled =
            new ThrottledAuthenticator(devices, LIMIT, nanos::get);

    /** Knows some tokens; answers at once, or when the test says so. */
    private static final class Devices implements DeviceAuthenticator {

        private final Set<String> tokens = new HashSet<>();
        private final List<Runnable> held = new ArrayList<>();
        private boolean holding;
        private boolean away;
        private int checks;

        @Override
        public CompletionStage<AuthResult> authenticate(ConnectCredentials credentials) {
            checks++;
            CompletableFuture<AuthResult> result = new CompletableFuture<>();
            Runnable answer = () -> result.complete(judge(credentials));
            if (holding) {
                held.add(answer);
            } else {
                answer.run();
            }
            return result;
        }

        private AuthResult judge(ConnectCredentials credentials) {
            if (away) {
                return new Refused(Refusal.UNAVAILABLE);
            }
            return tokens.contains(String.valueOf(credentials.userName())) ? ACCEPTED : WRONG;
        }
    }

    private CompletableFuture<AuthResult> start(String token, String address) {
        InetSocketAddress remote = new InetSocketAddress(InetAddress.ofLiteral(address), 40_000);
        return throttled
                .authenticate(
                        new ConnectCredentials(UUID.randomUUID().toString(), token, null, remote))
                .toCompletableFuture();
    }

    private AuthResult connect(String token, String address) {
        return start(token, address).join();
    }

    private void guess(int times, String address) {
        for (int i = 0; i < times; i++) {
            assertThat(connect("guess-" + UUID.randomUUID(), address)).isEqualTo(WRONG);
        }
    }

    @Test
    void furtherGuessesFromAnAddressAreNotChecked() {
        devices.tokens.add("short");
        guess(LIMIT, "1.1.1.1");

        assertThat(connect("short", "1.1.1.1")).isEqualTo(UNCHECKED);

        assertThat(devices.checks).isEqualTo(LIMIT);
        assertThat(connect("short", "1.1.1.2")).isEqualTo(ACCEPTED);
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(connect("short", "1.1.1.1")).isEqualTo(ACCEPTED);
    }

    @Test
    void devicesThatHaveConnectedFromTheAddressBeforeConnectAgain() {
        devices.tokens.add("valve");
        assertThat(connect("valve", "1.1.1.1")).isEqualTo(ACCEPTED);
        guess(LIMIT, "1.1.1.1");

        assertThat(connect("valve", "1.1.1.1")).isEqualTo(ACCEPTED);

        devices.tokens.remove("valve");
        assertThat(connect("valve", "1.1.1.1")).isEqualTo(WRONG);
        assertThat(connect("valve", "1.1.1.1")).isEqualTo(UNCHECKED);
    }

    @Test
    void validDevicesUseUpNothing() {
        for (int i = 0; i < 50 * LIMIT; i++) {
            devices.tokens.add("device-" + i);
            assertThat(connect("device-" + i, "1.1.1.1")).isEqualTo(ACCEPTED);
        }
    }

    @Test
    void anOldTokenThatIsTriedAgainAndAgainCountsOnce() {
        for (int i = 0; i < 10 * LIMIT; i++) {
            assertThat(connect("deleted", "1.1.1.1")).isEqualTo(WRONG);
        }
    }

    @Test
    void anOutageOfTheDatabaseCountsForNothing() {
        devices.away = true;
        for (int i = 0; i < 10 * LIMIT; i++) {
            assertThat(connect("token-" + i, "1.1.1.1"))
                    .isEqualTo(new Refused(Refusal.UNAVAILABLE));
        }
    }

    @Test
    void parallelGuessesDoNotExceedTheLimit() {
        devices.holding = true;
        List<CompletableFuture<AuthResult>> guesses = new ArrayList<>();
        for (int i = 0; i < 10 * LIMIT; i++) {
            guesses.add(start("guess-" + i, "1.1.1.1"));
        }
        assertThat(devices.checks).isEqualTo(LIMIT);

        List.copyOf(devices.held).forEach(Runnable::run);

        assertThat(devices.checks).isEqualTo(LIMIT);
        assertThat(guesses).allMatch(CompletableFuture::isDone);
        assertThat(guesses.stream().map(CompletableFuture::join).filter(UNCHECKED::equals))
                .hasSize(9 * LIMIT);
    }

    @Test
    void manyValidDevicesThatReconnectAtOnceAreAllLetIn() {
        devices.holding = true;
        List<CompletableFuture<AuthResult>> connects = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            devices.tokens.add("device-" + i);
            connects.add(start("device-" + i, "1.1.1.1"));
        }
        assertThat(devices.checks).isEqualTo(LIMIT);

        devices.holding = false;
        List.copyOf(devices.held).forEach(Runnable::run);

        assertThat(connects).allMatch(connect -> connect.join().equals(ACCEPTED));
    }

    @Test
    void theAddressesOfOneIpv6NetworkCountTogether() {
        for (int i = 0; i < LIMIT; i++) {
            guess(1, "2001:db8::" + i);
        }

        assertThat(connect("x", "2001:db8::ffff")).isEqualTo(UNCHECKED);
        assertThat(connect("x", "2001:db8:0:1::1")).isEqualTo(WRONG);
    }
}
