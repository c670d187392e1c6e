// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Named queues over REST. Tenants see those that their messages can go through. */
@RestController
@Tag(name = "queue")
class QueueController {

    private static final String RULE_ENGINE = "TB-RULE-ENGINE";

    private final QueueRepository queues;
    private final QueueService service;
    private final JsonMapper json;

    QueueController(QueueRepository queues, QueueService service, JsonMapper json) {
        this.queues = queues;
        this.service = service;
        this.json = json;
    }

    @GetMapping("/api/queues")
    @Operation(
            operationId = "getTenantQueuesByServiceType",
            summary = "List queues; only the service TB-RULE-ENGINE has any")
    @Roles.Administrator
    PageData<Queue> list(
            @RequestParam String serviceType,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        return isRuleEngine(serviceType)
                ? queues.list(caller.tenantId(), link)
                : PageData.of(link, List.of(), 0);
    }

    @GetMapping("/api/queues/{queueId}")
    @Operation(operationId = "getQueueById", summary = "Get a queue")
    @Roles.Administrator
    Queue get(@PathVariable UUID queueId, @AuthenticationPrincipal SecurityUser caller) {
        return queues.find(caller.tenantId(), queueId)
                .orElseThrow(() -> QueueService.notFound(queueId));
    }

    @GetMapping("/api/queues/name/{queueName}")
    @Operation(operationId = "getQueueByName", summary = "Get a queue by its name")
    @Roles.Administrator
    Queue getByName(@PathVariable String queueName, @AuthenticationPrincipal SecurityUser caller) {
        return queues.findByName(caller.tenantId(), queueName)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Queue with name [%s] is not found".formatted(queueName)));
    }

    @PostMapping("/api/queues")
    @Operation(
            operationId = "saveQueue",
            summary = "Make a queue, or change one",
            description =
                    "Answers the queue as it was read. The field warnings says where that differs from what was sent, and what a change of the number of partitions does: messages that are accepted after it start when all earlier ones have ended.")
    @Roles.SystemAdmin
    SavedQueue save(
            @RequestParam String serviceType,
            @RequestBody @Schema(implementation = QueueRequest.Described.class) JsonNode body) {
        if (!isRuleEngine(serviceType)) {
            throw ApiException.badRequest(
                    "serviceType: expected %s, got '%s'".formatted(RULE_ENGINE, serviceType));
        }
        QueueRequest request = QueueRequest.of(json, body);
        if (request.id() == null) {
            QueueReading.Read read = request.read(null);
            return new SavedQueue(service.add(read.document()), read.warnings());
        }
        Queue stored = service.require(request.id().id());
        QueueReading.Read read = request.read(stored);
        SavedQueue saved = service.change(stored, read.document(), request.version());
        return saved.withWarnings(read.warnings());
    }

    @DeleteMapping("/api/queues/{queueId}")
    @Operation(operationId = "deleteQueue", summary = "Delete a queue that no device profile uses")
    @Roles.SystemAdmin
    void delete(@PathVariable UUID queueId) {
        service.delete(queueId);
    }

    /** ThingsBoard writes it in two ways. */
    private static boolean isRuleEngine(String serviceType) {
        return serviceType.replace('_', '-').equals(RULE_ENGINE);
    }
}
