// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.RestReplies;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the requests of rule nodes, and tells REST calls that wait for them of their outcome, on any instance. */
final class RequestDispatch implements DeviceRpc {

    private static final Logger log = LoggerFactory.getLogger(RequestDispatch.class);

    private final OpenRequests open;
    private final PersistentRequests persistent;
    private final RestReplies replies;
    private final Consumer<Outcome> counter;

    /** @param counter counts the outcomes */
    RequestDispatch(
            OpenRequests open,
            PersistentRequests persistent,
            RestReplies replies,
            Consumer<Outcome> counter) {
        this.open = open;
        this.persistent = persistent;
        this.replies = replies;
        this.counter = counter;
    }

    @Override
    public CompletionStage<Outcome> send(Request request) {
        Persistence persistence = request.persistence();
        CompletionStage<Outcome> outcome =
                persistence == null ? open.send(request) : persistent.add(request, persistence);
        var _ = outcome.thenAccept(counter);
        String caller = request.caller();
        if (caller != null) {
            var _ = outcome.thenAccept(known -> tell(caller, request, known));
        }
        return outcome;
    }

    private void tell(String caller, Request request, Outcome outcome) {
        var _ =
                replies.reply(caller, request.id(), RpcAnswers.encode(outcome))
                        .exceptionally(error -> {
                            // The caller's own time limit ends its wait.
                            log.info(
                                    "Cannot tell the REST call {} on instance {} of its outcome: {}",
                                    request.id(),
                                    caller,
                                    String.valueOf(error.getMessage()));
                            return null;
                        });
    }
}
