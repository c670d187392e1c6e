// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.runtime.deadletter.BulkSelection.Ids;
import io.millrace.server.runtime.path.PathNames;
import io.millrace.server.store.deadletter.DeadLetterFilter;
import io.millrace.server.store.deadletter.DeadLetterRepository;
import io.millrace.server.store.deadletter.DeadLetterSummary;
import io.millrace.server.store.deadletter.Selection;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints for dead letters. */
@RestController
@Tag(name = "dead-letter")
class DeadLetterController {

    private static final int BULK_CALLS_AT_ONCE = 4;

    private static final String MEANT =
            " Select them by up to 1,000 ids in the body, by a filter in the parameters, or by all=true; exactly one "
                    + "of these. Letters that are created during the call are not affected.";

    private final DeadLetterRepository letters;
    private final PathNames names;
    private final Resender resender;
    private final Deleter deleter;
    private final Clock clock;
    private final Semaphore bulkCalls = new Semaphore(BULK_CALLS_AT_ONCE);

    DeadLetterController(
            DeadLetterRepository letters,
            PathNames names,
            Resender resender,
            Deleter deleter,
            Clock clock) {
        this.letters = letters;
        this.names = names;
        this.resender = resender;
        this.deleter = deleter;
        this.clock = clock;
    }

    @GetMapping("/api/deadLetters")
    @Operation(
            operationId = "getDeadLetters",
            summary = "List dead letters: messages whose delivery failed permanently",
            description =
                    "Newest first by default. textSearch searches the error, the node's name and the message type.")
    @Roles.TenantAdmin
    PageData<DeadLetterSummary> list(
            @ParameterObject PageLink link,
            @ParameterObject DeadLetterFilter filter,
            @AuthenticationPrincipal SecurityUser caller) {
        return letters.list(caller.tenantId(), filter, link);
    }

    @GetMapping("/api/deadLetter/{deadLetterId}")
    @Operation(
            operationId = "getDeadLetterById",
            summary = "Get a dead letter with its message and the path of its last attempt")
    @Roles.TenantAdmin
    DeadLetterDetails get(
            @PathVariable UUID deadLetterId, @AuthenticationPrincipal SecurityUser caller) {
        return letters.find(caller.tenantId(), deadLetterId)
                .map(found ->
                        DeadLetterDetails.of(
                                found.summary(),
                                found.message(),
                                names.of(caller.tenantId(), found.branches())))
                .orElseThrow(() -> notFound(deadLetterId));
    }

    @PostMapping("/api/deadLetter/{deadLetterId}/resend")
    @Operation(
            operationId = "resendDeadLetter",
            summary = "Resend the message of a dead letter",
            description =
                    "The body may replace the message's type, its data (text of the letter's dataType; Base64 if it is "
                            + "BINARY) and its metadata. The message keeps its id, originator, queue and entry point. "
                            + "The letter is deleted when the message is safe. If the message fails again, a new letter "
                            + "is created. 400 if a part is not valid, 409 while another call is resending the letter, "
                            + "503 if the queue has no room; the letter stays unchanged then.")
    @Roles.TenantAdmin
    ResendResult resend(
            @PathVariable UUID deadLetterId,
            @RequestBody(required = false) @Nullable RepairedMessage body,
            @AuthenticationPrincipal SecurityUser caller)
            throws InterruptedException {
        return resender.resend(caller, deadLetterId, body);
    }

    @PostMapping("/api/deadLetters/resend")
    @Operation(
            operationId = "resendDeadLetters",
            summary = "Resend the messages of many dead letters",
            description =
                    "Messages of an originator are resent in their original order. Letters whose messages find no "
                            + "room in the queue within two minutes stay."
                            + MEANT)
    @Roles.TenantAdmin
    ResendResult resendMany(
            @RequestBody(required = false) @Nullable Ids body,
            @ParameterObject DeadLetterFilter filter,
            @RequestParam(defaultValue = "false") boolean all,
            HttpServletRequest request,
            @AuthenticationPrincipal SecurityUser caller)
            throws InterruptedException {
        Selection selection =
                BulkSelection.of(body, filter, all, request.getParameterMap(), clock.instant());
        enterBulk();
        try {
            return resender.resend(caller, selection);
        } finally {
            bulkCalls.release();
        }
    }

    @DeleteMapping("/api/deadLetter/{deadLetterId}")
    @Operation(
            operationId = "deleteDeadLetter",
            summary = "Delete a dead letter",
            description = "409 while it is being resent.")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID deadLetterId, @AuthenticationPrincipal SecurityUser caller) {
        deleter.delete(caller.tenantId(), deadLetterId);
    }

    @DeleteMapping("/api/deadLetters")
    @Operation(
            operationId = "deleteDeadLetters",
            summary = "Delete many dead letters",
            description = "They cannot be restored." + MEANT)
    @Roles.TenantAdmin
    DeleteResult deleteMany(
            @RequestBody(required = false) @Nullable Ids body,
            @ParameterObject DeadLetterFilter filter,
            @RequestParam(defaultValue = "false") boolean all,
            HttpServletRequest request,
            @AuthenticationPrincipal SecurityUser caller) {
        Selection selection =
                BulkSelection.of(body, filter, all, request.getParameterMap(), clock.instant());
        enterBulk();
        try {
            return deleter.delete(caller, selection);
        } finally {
            bulkCalls.release();
        }
    }

    private void enterBulk() {
        if (!bulkCalls.tryAcquire()) {
            throw ApiException.tooManyRequests(
                    "Too many calls are resending or deleting dead letters; try again later");
        }
    }

    static ApiException notFound(UUID letter) {
        return ApiException.notFound("Dead letter with id [%s] is not found".formatted(letter));
    }
}
