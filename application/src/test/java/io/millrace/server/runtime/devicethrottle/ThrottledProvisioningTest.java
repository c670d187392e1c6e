// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicethrottle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionRequest.WantedCredentials;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.ProvisionResponse.Failed;
import io.millrace.transport.device.ProvisionResponse.NotFound;
import io.millrace.transport.device.ProvisionResponse.Provisioned;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class ThrottledProvisioningTest {

    private static final int LIMIT = 3;
    private static final ProvisionResponse DEVICE =
            new Provisioned("ACCESS_TOKEN", JsonNodeFactory.instance.stringNode("t"));
    private static final ProvisionResponse EXISTS = new Failed("the device exists");
    private static final ProvisionResponse UNKNOWN = new NotFound("no such profile");

    private final AtomicLong nanos = new AtomicLong();
    private final ThrottledProvisioning provisioning = limited(LIMIT);
    private int looks;

    private ThrottledProvisioning limited(int limit) {
        return new ThrottledProvisioning(this::lookAt, limit, nanos::get);
    }

    private CompletionStage<ProvisionResponse> lookAt(ProvisionRequest request) {
        looks++;
        return switch (request.secret()) {
            case "right" -> CompletableFuture.completedStage(DEVICE);
            case "exists" -> CompletableFuture.completedStage(EXISTS);
            case "away" -> CompletableFuture.failedStage(new IllegalStateException("no database"));
            default -> CompletableFuture.completedStage(UNKNOWN);
        };
    }

    private static CompletableFuture<ProvisionResponse> ask(
            ThrottledProvisioning provisioning, String secret, String address) {
        return provisioning
                .provision(
                        new ProvisionRequest(
                                "A", "key", secret, new WantedCredentials.AccessToken(null), false),
                        new InetSocketAddress(address, 4711))
                .toCompletableFuture();
    }

    private ProvisionResponse ask(String secret, String address) {
        return ask(provisioning, secret, address).join();
    }

    private void guess(int times, String address) {
        for (int i = 0; i < times; i++) {
            assertThat(ask("wrong " + i, address)).isEqualTo(UNKNOWN);
        }
    }

    @Test
    void anAddressWithTooManyWrongSecretsIsRefusedWithoutALookUntilTheMinuteIsOver() {
        guess(LIMIT, "10.0.0.1");

        assertThat(ask("right", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        Failed.class,
                        refusal -> assertThat(refusal.error()).contains("wait a minute"));
        assertThat(looks).isEqualTo(LIMIT);
        assertThat(provisioning.refused()).isEqualTo(1);

        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(ask("right", "10.0.0.1")).isEqualTo(DEVICE);
    }

    @Test
    void otherAddressesAreNotAffected() {
        guess(LIMIT, "10.0.0.1");

        assertThat(ask("right", "10.0.0.2")).isEqualTo(DEVICE);
    }

    @Test
    void theAddressesOfAnIpv6NetworkCountTogether() {
        guess(LIMIT, "2001:db8:1:2::1");

        assertThat(ask("right", "2001:db8:1:2:ffff::9")).isInstanceOf(Failed.class);
        assertThat(ask("right", "2001:db8:1:3::1")).isEqualTo(DEVICE);
    }

    @Test
    void onlyWrongKeysAndSecretsCount() {
        for (int i = 0; i < 2 * LIMIT; i++) {
            assertThat(ask("right", "10.0.0.1")).isEqualTo(DEVICE);
            assertThat(ask("exists", "10.0.0.1")).isEqualTo(EXISTS);
            assertThat(ask(provisioning, "away", "10.0.0.1")).isCompletedExceptionally();
        }
        assertThat(provisioning.refused()).isZero();
    }

    @Test
    void zeroSetsNoLimit() {
        ThrottledProvisioning unlimited = limited(0);

        for (int i = 0; i < 100; i++) {
            assertThat(ask(unlimited, "wrong", "10.0.0.1").join()).isEqualTo(UNKNOWN);
        }
    }
}
