// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.micrometer.core.instrument.Counter;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells the rule chains of the states of persistent requests. A message that the queue refuses is counted and logged: the
 * state itself is stored.
 */
final class RpcEvents {

    private static final Logger log = LoggerFactory.getLogger(RpcEvents.class);

    private final MessageIntake intake;
    private final JsonMapper json;
    private final Clock clock;
    private final Counter refused;

    /** @param refused counts messages that the queue has refused */
    RpcEvents(MessageIntake intake, JsonMapper json, Clock clock, Counter refused) {
        this.intake = intake;
        this.json = json;
        this.clock = clock;
        this.refused = refused;
    }

    /** Sends the message of the request's state. */
    void tell(Rpc rpc) {
        RuleMessage message =
                RuleMessage.of(
                        rpc.tenantId(),
                        rpc.deviceId().entity(),
                        rpc.status().message().name(),
                        Metadata.EMPTY,
                        Payload.of(json.writeValueAsBytes(rpc)),
                        clock.millis());
        var _ =
                intake.submit(message)
                        .exceptionally(refusal -> {
                            refused.increment();
                            log.warn(
                                    "The queue refused the message {} of request {} (tenant {}): {}",
                                    message.type(),
                                    rpc.id(),
                                    rpc.tenantId(),
                                    String.valueOf(refusal.getMessage()));
                            return null;
                        });
    }
}
