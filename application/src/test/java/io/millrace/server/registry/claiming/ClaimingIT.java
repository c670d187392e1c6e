// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.claiming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.AttributeStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.settings.ClaimSettings;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.RefusedRequestException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ClaimingIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final CustomerId customer = server.newCustomer(tenant);
    private final RestClient user = server.customerUser(tenant, customer);
    private final AuthenticatedDevice device = newDevice("Pump 1");

    private AuthenticatedDevice newDevice(String name) {
        admin.post("/api/device", Map.of("name", name)).expect(200);
        return server.bean(DeviceDirectory.class).find(tenant, name).orElseThrow();
    }

    private void consent(String secret, @Nullable Duration duration) {
        server.bean(DeviceRequests.class)
                .claim(device, new ClaimRequest(secret, duration))
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    private RestClient.Answer claim(RestClient by, String secret) {
        return by.post(
                "/api/customer/device/Pump%201/claim",
                secret.isEmpty() ? "" : "{\"secretKey\":\"%s\"}".formatted(secret));
    }

    private static DeviceConsents consents(RestServer server, ClaimSettings settings) {
        return new DeviceConsents(
                server.bean(ClaimTable.class),
                server.bean(AttributeStore.class),
                settings,
                server.bean(DatabaseLookups.class),
                Clock.systemUTC());
    }

    private List<String> typesOfMessages() {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.originator().equals(device.device().entity()))
                .map(RuleMessage::type)
                .toList();
    }

    @Test
    void aUserClaimsADeviceThatHasAskedForIt() {
        consent("open sesame", Duration.ofMinutes(1));

        RestClient.Answer answer = claim(user, "open sesame").expect(200);

        assertThat(answer.text("/response")).isEqualTo("SUCCESS");
        assertThat(answer.text("/device/customerId/id")).isEqualTo(customer.toString());
        assertThat(typesOfMessages()).containsExactly("ENTITY_CREATED", "ENTITY_ASSIGNED");
        user.get("/api/device/" + device.device()).expect(200);
    }

    @Test
    void aDeviceWithoutASecretIsClaimedWithoutOne() {
        server.bean(DeviceRequests.class)
                .claim(device, ClaimRequest.EMPTY)
                .toCompletableFuture()
                .join();

        claim(user, "").expect(200);
    }

    @Test
    void aDeviceThatHasNotAskedIsNotClaimed() {
        assertThat(claim(user, "").expect(400).body()).isEqualTo("\"FAILURE\"");
    }

    @Test
    void aWrongSecretIsRefusedAndTheRightOneStillCounts() {
        consent("right", Duration.ofMinutes(1));

        assertThat(claim(user, "wrong").expect(400).body()).isEqualTo("\"FAILURE\"");

        claim(user, "right").expect(200);
    }

    @Test
    void theDeviceHasToAskAgainAfterTooManyWrongSecrets() {
        consent("right", Duration.ofMinutes(1));
        for (int i = 0; i < DeviceClaims.MAX_FAILURES; i++) {
            claim(user, "wrong").expect(400);
        }

        assertThat(claim(user, "right").expect(400).body()).isEqualTo("\"FAILURE\"");
    }

    @Test
    void aConsentThatHasEndedDoesNotCount() {
        consent("right", Duration.ofMinutes(1));
        server.bean(JdbcClient.class)
                .sql("update device_claim set expires_at = 1 where device_id = ?")
                .param(device.device().id())
                .update();

        assertThat(claim(user, "right").expect(400).body()).isEqualTo("\"FAILURE\"");
    }

    @Test
    void theConsentIsStoredWithoutTheSecretAndLastsADayByDefault() {
        consent("a rather long secret", null);

        Map<String, @Nullable Object> row =
                server.bean(JdbcClient.class)
                        .sql("select * from device_claim where device_id = ?")
                        .param(device.device().id())
                        .query()
                        .singleRow();
        assertThat(row.toString()).doesNotContain("a rather long secret");
        assertThat((byte[]) row.get("secret_hash")).hasSize(32);
        assertThat((Long) row.get("expires_at"))
                .isCloseTo(
                        System.currentTimeMillis() + Duration.ofHours(24).toMillis(),
                        within(600_000L));
    }

    @Test
    void aClaimedDeviceIsNotClaimedAgain() {
        consent("right", Duration.ofMinutes(1));
        claim(user, "right").expect(200);
        RestClient other = server.customerUser(tenant, server.newCustomer(tenant));

        assertThat(claim(other, "right").expect(400).body()).isEqualTo("\"CLAIMED\"");
        assertThatThrownBy(() -> consent("right", Duration.ofMinutes(1)))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(RefusedRequestException.class)
                .hasMessageContaining("belongs to a customer");
    }

    @Test
    void ofUsersWhoClaimADeviceAtTheSameTimeOneGetsIt() {
        consent("right", Duration.ofMinutes(1));
        List<RestClient> users =
                IntStream.range(0, 8)
                        .mapToObj(_ -> server.customerUser(tenant, server.newCustomer(tenant)))
                        .toList();

        List<Integer> statuses =
                users.stream()
                        .map(each ->
                                CompletableFuture.supplyAsync(() -> claim(each, "right").status()))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 400).hasSize(7);
        assertThat(typesOfMessages()).containsOnlyOnce("ENTITY_ASSIGNED");
    }

    @Test
    void aDeviceThatIsGivenBackMayBeClaimedByAnotherCustomer() {
        consent("right", Duration.ofMinutes(1));
        claim(user, "right").expect(200);

        user.delete("/api/customer/device/Pump%201/claim").expect(200);

        assertThat(typesOfMessages()).endsWith("ENTITY_ASSIGNED", "ENTITY_UNASSIGNED");
        RestClient other = server.customerUser(tenant, server.newCustomer(tenant));
        assertThat(claim(other, "right").expect(400).body()).isEqualTo("\"FAILURE\"");
        consent("again", Duration.ofMinutes(1));
        claim(other, "again").expect(200);
    }

    @Test
    void onlyTheOwnerAndAdministratorsGiveADeviceBack() {
        consent("right", Duration.ofMinutes(1));
        claim(user, "right").expect(200);
        RestClient other = server.customerUser(tenant, server.newCustomer(tenant));

        other.delete("/api/customer/device/Pump%201/claim").expectError(403, 20);
        admin.delete("/api/customer/device/Pump%201/claim").expect(200);
        admin.delete("/api/customer/device/Pump%201/claim").expectError(400, 31);
        admin.delete("/api/customer/device/missing/claim").expectError(404, 32);
    }

    @Test
    void administratorsDoNotClaim() {
        consent("right", Duration.ofMinutes(1));

        claim(admin, "right").expectError(403, 20);
    }

    @Test
    void aDeviceNeedsTheAttributeIfTheInstallationDoesNotAllowClaimingByDefault() {
        DeviceConsents strict = consents(server, new ClaimSettings(Duration.ofHours(1), false));
        assertThatThrownBy(() -> strict.allow(device, ClaimRequest.EMPTY).join())
                .cause()
                .isInstanceOf(RefusedRequestException.class)
                .hasMessageContaining("claimingAllowed");

        admin.post(
                        "/api/plugins/telemetry/DEVICE/%s/attributes/SERVER_SCOPE"
                                .formatted(device.device()),
                        Map.of("claimingAllowed", true))
                .expect(200);

        assertThat(strict.allow(device, ClaimRequest.EMPTY)).succeedsWithin(Duration.ofSeconds(30));
        claim(user, "").expect(200);
    }
}
