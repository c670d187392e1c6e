// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.message.id.TenantId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutgoingAddressesTest {

    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final TenantId OTHER = new TenantId(UUID.randomUUID());
    private static final String PUBLIC = "93.184.216.34";
    private static final int LOOKUPS_OF_A_TENANT = 8;

    private final Map<String, List<String>> names = new ConcurrentHashMap<>();
    private final CountDownLatch answers = new CountDownLatch(1);
    private final Semaphore asked = new Semaphore(0);
    private final HostLookups lookups = new HostLookups(this::answer);

    @AfterEach
    void close() {
        answers.countDown();
        lookups.close();
    }

    @Test
    void answersTheAddressesOfAPublicHost() throws IOException {
        names.put("h", List.of(PUBLIC, "2606:4700::1111"));

        assertThat(guardedBy().of(TENANT, "h", 80))
                .containsExactly(
                        InetAddress.ofLiteral(PUBLIC), InetAddress.ofLiteral("2606:4700::1111"));
    }

    @Test
    void leavesOutTheAddressesThatAreRefused() throws IOException {
        names.put("h", List.of("10.0.0.1", PUBLIC));

        assertThat(guardedBy().of(TENANT, "h", 80)).containsExactly(InetAddress.ofLiteral(PUBLIC));
    }

    @Test
    void saysWhichAddressIsRefusedWhyAndWhatAllowsIt() {
        names.put("plant.example", List.of("10.0.0.1"));

        assertThatExceptionOfType(OutgoingRefusedException.class)
                .isThrownBy(() -> guardedBy().of(TENANT, "plant.example", 8080))
                .withMessage(
                        "plant.example (10.0.0.1), port 8080, is refused: it is a private address; MILLRACE_OUTGOING_ALLOW, or outgoingAllow in the tenant's profile, can allow it");
    }

    @Test
    void allowsTheTargetsOfAProfileOnlyToItsTenants() {
        OutgoingAddresses addresses =
                new OutgoingAddresses(
                        new OutgoingGuard(
                                AllowedTargets.NONE,
                                tenant ->
                                        tenant.equals(TENANT)
                                                ? AllowedTargets.of(List.of("10.0.0.0/8"))
                                                : AllowedTargets.NONE),
                        lookups);
        names.put("10.0.0.1", List.of("10.0.0.1"));

        assertThatCode(() -> addresses.of(TENANT, "10.0.0.1", 80)).doesNotThrowAnyException();
        assertThatExceptionOfType(OutgoingRefusedException.class)
                .isThrownBy(() -> addresses.of(OTHER, "10.0.0.1", 80))
                .withMessageStartingWith("10.0.0.1, port 80, is refused");
    }

    @Test
    void refusesANameOfACloudWhereverItLeads() {
        names.put("metadata.google.internal", List.of(PUBLIC));

        assertThatExceptionOfType(OutgoingRefusedException.class)
                .isThrownBy(() -> guardedBy().of(TENANT, "metadata.google.internal", 80));
    }

    @Test
    void saysThatAHostIsNotKnown() {
        assertThatExceptionOfType(UnknownHostException.class)
                .isThrownBy(() -> guardedBy().of(TENANT, "nowhere", 80))
                .withMessage("the host nowhere is not known");
    }

    @Test
    void asksForEveryAddressOfAHostBehindAProxy() {
        names.put("h", List.of(PUBLIC, "10.0.0.1"));

        assertThatExceptionOfType(OutgoingRefusedException.class)
                .isThrownBy(() -> guardedBy().checkBehindProxy(TENANT, "h", 80))
                .withMessageContaining("10.0.0.1");
    }

    @Test
    void refusesAHostBehindAProxyThatItCannotResolve() {
        assertThatExceptionOfType(OutgoingRefusedException.class)
                .isThrownBy(() -> guardedBy().checkBehindProxy(TENANT, "nowhere", 80))
                .withMessageContaining("cannot be resolved here");
        assertThatCode(() -> guardedBy("nowhere:80").checkBehindProxy(TENANT, "nowhere", 80))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesTheNameOfACloudBehindAProxyThoughItsDomainIsAllowed() {
        assertThatExceptionOfType(OutgoingRefusedException.class)
                .isThrownBy(() ->
                        guardedBy("*.google.internal")
                                .checkBehindProxy(TENANT, "metadata.google.internal", 80));
    }

    @Test
    void aTenantWhoseNamesAreNotAnsweredWaitsForItself() throws Exception {
        names.put("h", List.of(PUBLIC));
        List<Thread> waiting =
                Stream.generate(() -> Thread.startVirtualThread(() -> lookUpLate(TENANT)))
                        .limit(LOOKUPS_OF_A_TENANT * 3)
                        .toList();
        assertThat(asked.tryAcquire(LOOKUPS_OF_A_TENANT, 10, TimeUnit.SECONDS)).isTrue();

        assertThat(guardedBy().of(OTHER, "h", 80)).hasSize(1);
        assertThat(asked.availablePermits()).isZero();

        answers.countDown();
        for (Thread thread : waiting) {
            assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
        }
        assertThat(asked.availablePermits()).isEqualTo(LOOKUPS_OF_A_TENANT * 2);
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Thread waiting =
                Thread.startVirtualThread(() ->
                        assertThatExceptionOfType(InterruptedIOException.class)
                                .isThrownBy(() -> lookups.addressesOf(TENANT, "late"))
                                .satisfies(_ -> ended.countDown()));
        assertThat(asked.tryAcquire(10, TimeUnit.SECONDS)).isTrue();

        waiting.interrupt();

        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void lookUpLate(TenantId tenant) {
        try {
            lookups.addressesOf(tenant, "late");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private InetAddress[] answer(String host) throws UnknownHostException {
        if (host.equals("late")) {
            asked.release();
            try {
                answers.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[] {InetAddress.ofLiteral(PUBLIC)};
        }
        if (!names.containsKey(host)) {
            throw new UnknownHostException(host);
        }
        return names.get(host).stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
    }

    private OutgoingAddresses guardedBy(String... allowed) {
        return new OutgoingAddresses(
                new OutgoingGuard(AllowedTargets.of(List.of(allowed)), _ -> AllowedTargets.NONE),
                lookups);
    }
}
