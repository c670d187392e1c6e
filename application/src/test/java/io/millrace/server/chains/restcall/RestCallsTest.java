// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.chains.restcall.RestCalls.Request;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class RestCallsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Payload BODY = Payload.ofText("{\"a\":1}");

    private final WaitingCalls waiting = new WaitingCalls(3, 2);
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final EntityId device = new EntityId(EntityType.DEVICE, UUID.randomUUID());
    private final List<RuleMessage> sent = new ArrayList<>();

    private RestCalls calls(MessageIntake intake) {
        return new RestCalls(
                waiting,
                intake,
                new InstanceSettings("one"),
                Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC));
    }

    private RestCalls answering(String answer) {
        return calls(message -> {
            sent.add(message);
            waiting.answer(
                    UUID.fromString(message.metadata().get("requestUUID")), Payload.ofText(answer));
            return CompletableFuture.allOf();
        });
    }

    private Request request() {
        return new Request(tenant, device, null, "HighPriority", BODY);
    }

    private void assertRefused(HttpStatus status, String sentence, RestCalls calls, Duration time) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> calls.call(request(), time))
                .withMessageStartingWith(sentence)
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(status));
    }

    @Test
    void aCallIsAMessageThatNamesTheInstanceTheCallAndItsEnd() {
        Payload answer = answering("[2]").call(request(), PATIENCE);

        assertThat(answer).isEqualTo(Payload.ofText("[2]"));
        RuleMessage message = sent.getFirst();
        assertThat(message.type()).isEqualTo("REST_API_REQUEST");
        assertThat(message.tenant()).isEqualTo(tenant);
        assertThat(message.originator()).isEqualTo(device);
        assertThat(message.queue()).isEqualTo("HighPriority");
        assertThat(message.payload()).isEqualTo(BODY);
        assertThat(message.metadata().values())
                .containsOnlyKeys("serviceId", "requestUUID", "expirationTime")
                .containsEntry("serviceId", "one")
                .containsEntry("expirationTime", "21000");
        assertThat(waiting.waiting()).isEmpty();
    }

    @Test
    void anAnswerThatIsNoJsonIsNotAcceptable() {
        assertRefused(
                HttpStatus.NOT_ACCEPTABLE,
                "The rule chain's answer is not JSON:",
                answering("no JSON"),
                PATIENCE);
    }

    @Test
    void aCallWithoutAnAnswerTimesOutAndWaitsNoMore() {
        assertRefused(
                HttpStatus.REQUEST_TIMEOUT,
                "No rule chain answered the call within 1 ms",
                calls(_ -> new CompletableFuture<>()),
                Duration.ofMillis(1));
        assertThat(waiting.waiting()).isEmpty();
    }

    @Test
    void aCallForWhoseMessageThereIsNoRoomIsRefusedAtOnce() {
        assertRefused(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The rule chains cannot accept the call: no room; try again later",
                calls(_ -> CompletableFuture.failedStage(new IllegalStateException("no room"))),
                PATIENCE);
    }

    @Test
    void tooManyCallsOfATenantAreRefused() {
        try (WaitingCalls.Call _ = waiting.begin(tenant);
                WaitingCalls.Call _ = waiting.begin(tenant)) {
            assertRefused(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "2 calls of the tenant are already waiting for an answer; try again later",
                    answering("{}"),
                    PATIENCE);
        }
        assertThat(answering("{}").call(request(), PATIENCE)).isEqualTo(Payload.ofText("{}"));
    }

    @Test
    void tooManyCallsInAllAreRefused() {
        TenantId other = new TenantId(TimeOrderedUuid.next());
        try (WaitingCalls.Call _ = waiting.begin(other);
                WaitingCalls.Call _ = waiting.begin(other);
                WaitingCalls.Call _ = waiting.begin(tenant)) {
            assertRefused(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "3 calls are already waiting for an answer; try again later",
                    answering("{}"),
                    PATIENCE);
        }
    }
}
