// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.server.chains.restcall.RestCalls.Request;
import io.millrace.server.registry.queue.QueueReferences;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The REST endpoints for calls into rule chains, which a "rest call reply" node answers. Requests run on virtual
 * threads, so a waiting request blocks no platform thread. Errors are plain text, as ThingsBoard's clients expect.
 */
@RestController
@RequestMapping("/api/rule-engine")
@Tag(name = "rule-engine")
class RestCallController {

    private static final long DEFAULT_MILLIS = 10_000;

    /** The longest timeout; shorter than the time for which replies from other instances are kept. */
    private static final long MOST_MILLIS = 300_000;

    private static final String DESCRIPTION =
            "Returns the data of the message that reaches a \"rest call reply\" node."
                    + " 408 if none does in time, 406 if its data is not JSON.";

    private final EntityAccess access;
    private final QueueReferences queues;
    private final RestCalls calls;

    RestCallController(EntityAccess access, QueueReferences queues, RestCalls calls) {
        this.access = access;
        this.queues = queues;
        this.calls = calls;
    }

    @PostMapping("/")
    @Operation(
            operationId = "handleRuleEngineRequestForUser",
            summary = "Send JSON through the rule chains, with the caller as originator",
            description = DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> call(
            @RequestBody byte[] body, @AuthenticationPrincipal SecurityUser caller) {
        CustomerId customer =
                caller.customerId().equals(IdJson.NO_CUSTOMER) ? null : caller.customerId();
        EntityId self = caller.userId().entity();
        return answer(
                new Request(caller.tenantId(), self, customer, null, json(body)), DEFAULT_MILLIS);
    }

    @PostMapping("/{entityType}/{entityId}")
    @Operation(
            operationId = "handleRuleEngineRequestForEntity",
            summary =
                    "Send JSON through the rule chains, with an entity as originator, and wait up to ten seconds",
            description = DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> callOfEntity(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        return answer(caller, entityType, entityId, null, DEFAULT_MILLIS, body);
    }

    @PostMapping("/{entityType}/{entityId}/{timeout}")
    @Operation(
            operationId = "handleRuleEngineRequestForEntityWithTimeout",
            summary =
                    "Send JSON through the rule chains, with an entity as originator and a timeout in milliseconds",
            description = DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> callOfEntityWithTimeout(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable long timeout,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        return answer(caller, entityType, entityId, null, timeout, body);
    }

    @PostMapping("/{entityType}/{entityId}/{queueName}/{timeout}")
    @Operation(
            operationId = "handleRuleEngineRequestForEntityWithQueueAndTimeout",
            summary =
                    "Send JSON through the rule chains, with an entity as originator, a queue and a timeout",
            description = DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> callOfEntityInQueue(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable String queueName,
            @PathVariable long timeout,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        return answer(caller, entityType, entityId, queueName, timeout, body);
    }

    private ResponseEntity<byte[]> answer(
            SecurityUser caller,
            EntityType type,
            UUID id,
            @Nullable String queue,
            long timeout,
            byte[] body) {
        TenantEntity entity = access.requireChangeable(caller, type, id);
        if (queue != null) {
            queues.holding(entity.tenantId(), queue, "The call", () -> true);
        }
        return answer(
                new Request(
                        entity.tenantId(),
                        entity.entityId(),
                        entity.assignedTo(),
                        queue,
                        json(body)),
                timeout);
    }

    private ResponseEntity<byte[]> answer(Request request, long timeout) {
        if (timeout < 1 || timeout > MOST_MILLIS) {
            throw ApiException.badRequest(
                    "timeout: expected 1 to %d milliseconds, got %d"
                            .formatted(MOST_MILLIS, timeout));
        }
        Payload answer = calls.call(request, Duration.ofMillis(timeout));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(answer.bytes());
    }

    private static Payload json(byte[] body) {
        Payload payload = Payload.of(body);
        try {
            payload.json();
            return payload;
        } catch (MalformedPayloadException malformed) {
            throw ApiException.badRequest("body: " + malformed.getMessage());
        }
    }
}
