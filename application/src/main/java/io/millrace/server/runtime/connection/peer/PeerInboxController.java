// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.server.web.security.InstanceCaller;
import io.swagger.v3.oas.annotations.Hidden;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes the messages of other instances. Only their tokens are accepted below {@code /internal}; the endpoint is no part
 * of the REST API.
 */
@RestController
@Hidden
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
class PeerInboxController {

    private final PeerInbox inbox;

    PeerInboxController(PeerInbox inbox) {
        this.inbox = inbox;
    }

    @PostMapping(PeerLinks.PATH)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void receive(@RequestBody PeerMessages batch, @AuthenticationPrincipal InstanceCaller caller) {
        batch.messages().forEach(message -> inbox.receive(caller.name(), message));
    }
}
