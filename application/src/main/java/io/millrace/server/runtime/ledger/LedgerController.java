// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.ledger;

import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.server.chains.version.RuleChainNames;
import io.millrace.server.web.peer.PeerQuestions;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** The REST endpoint for the ledger. */
@RestController
@Tag(name = "ledger")
class LedgerController {

    private final MessageQueue queue;
    private final RuleChainNames names;
    private final PeerQuestions peers;
    private final long since;

    LedgerController(MessageQueue queue, RuleChainNames names, PeerQuestions peers, Clock clock) {
        this.queue = queue;
        this.names = names;
        this.peers = peers;
        this.since = clock.millis();
    }

    @GetMapping("/api/ledger")
    @Operation(
            operationId = "getLedger",
            summary =
                    "Get the ledger: the results of all messages since the start of the processes",
            description =
                    "One line for each chain that messages enter, and the total. Administrators of a tenant get the "
                            + "tenant's lines, administrators of the installation get all lines. In every line, "
                            + "messages taken in = ended + in flight. In a cluster the lines are the sums of all "
                            + "instances; `instances` has the total of each, and `unanswered` names those that did not "
                            + "answer.")
    @Roles.Administrator
    LedgerView get(@AuthenticationPrincipal SecurityUser caller, ServletWebRequest request) {
        return own(caller).plus(peers.ask(request, "/api/ledger", LedgerView.class));
    }

    private LedgerView own(SecurityUser caller) {
        Ledger ledger = queue.ledger();
        return caller.authority() == Authority.SYS_ADMIN
                ? LedgerView.of(peers.self(), since, ledger)
                : LedgerView.of(
                        peers.self(),
                        since,
                        ledger.of(caller.tenantId()),
                        names.of(caller.tenantId()));
    }
}
