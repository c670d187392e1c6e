// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.MessageIntake;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Primary;

/** The service's intake, which records the accepted messages. Not a component: only a service that names it has it. */
@Primary
public final class SubmittedMessages implements MessageIntake {

    private final MessageIntake intake;
    private final Map<TenantId, List<RuleMessage>> submitted = new ConcurrentHashMap<>();

    SubmittedMessages(@Qualifier("messageIntake") MessageIntake intake) {
        this.intake = intake;
    }

    /** The messages of a tenant, in their order. */
    public List<RuleMessage> of(TenantId tenant) {
        return List.copyOf(submitted.getOrDefault(tenant, List.of()));
    }

    @Override
    public CompletionStage<Void> submit(RuleMessage message) {
        submitted.computeIfAbsent(message.tenant(), _ -> new CopyOnWriteArrayList<>()).add(message);
        return intake.submit(message);
    }

    @Override
    public boolean isLocal(RuleMessage message) {
        return intake.isLocal(message);
    }
}
