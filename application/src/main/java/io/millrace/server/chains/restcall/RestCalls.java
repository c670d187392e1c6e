// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Sends calls into the rule chains and waits for their replies. */
@Component
final class RestCalls {

    private final WaitingCalls waiting;
    private final MessageIntake intake;
    private final InstanceSettings instance;
    private final Clock clock;

    RestCalls(WaitingCalls waiting, MessageIntake intake, InstanceSettings instance, Clock clock) {
        this.waiting = waiting;
        this.intake = intake;
        this.instance = instance;
        this.clock = clock;
    }

    /**
     * A call into the rule chains.
     *
     * @param originator originator of the message
     * @param customer customer of the originator, or null
     * @param queue queue of the message; null for the originator's usual queue
     * @param body JSON
     */
    record Request(
            TenantId tenant,
            EntityId originator,
            @Nullable CustomerId customer,
            @Nullable String queue,
            Payload body) {}

    /**
     * Sends the call and returns the reply, which is JSON. Blocks the caller's thread.
     *
     * @throws ApiException 408 if no reply arrives in time, 406 if the reply is not JSON, 503 if the queue refuses the
     *     call or too many calls wait
     */
    Payload call(Request request, Duration timeout) {
        try (WaitingCalls.Call call = waiting.begin(request.tenant())) {
            var _ =
                    intake.submit(message(request, call, timeout))
                            .whenComplete((_, refusal) -> {
                                if (refusal != null) {
                                    call.fail(refusal);
                                }
                            });
            return json(call.await(timeout));
        } catch (TimeoutException _) {
            throw ApiException.timedOut(
                    "No rule chain answered the call within %d ms".formatted(timeout.toMillis()));
        } catch (ExecutionException refused) {
            throw ApiException.unavailable(
                    "The rule chains cannot accept the call: %s; try again later"
                            .formatted(reason(refused)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping; try again later");
        }
    }

    private static @Nullable String reason(Throwable refused) {
        Throwable cause = refused.getCause();
        return cause == null ? refused.getMessage() : reason(cause);
    }

    private RuleMessage message(Request request, WaitingCalls.Call call, Duration timeout) {
        long now = clock.millis();
        Metadata metadata =
                Metadata.of(
                        "serviceId",
                        instance.instanceId(),
                        "requestUUID",
                        call.id().toString(),
                        "expirationTime",
                        Long.toString(now + timeout.toMillis()));
        return RuleMessage.of(
                        request.tenant(),
                        request.originator(),
                        MessageType.REST_API_REQUEST.name(),
                        metadata,
                        request.body(),
                        now)
                .withCustomer(request.customer())
                .withQueue(request.queue());
    }

    private static Payload json(Payload answer) {
        try {
            answer.json();
            return answer;
        } catch (MalformedPayloadException malformed) {
            throw ApiException.notAcceptable(
                    "The rule chain's answer is not JSON: " + malformed.getMessage());
        }
    }
}
