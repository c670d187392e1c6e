// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.Payload;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpClientSettings;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.http.HttpReply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Records the HTTP calls of nodes and returns the answers that the test sets; calls fail until one is set. */
public final class StubHttp implements HttpClients {

    private final List<HttpCall> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private volatile Function<HttpCall, CompletionStage<HttpReply>> answer =
            call ->
                    CompletableFuture.failedStage(
                            new IOException(
                                    "no answer is set for " + call.uri() + " in this test"));

    /** Answers every later call with the result of the function, which may complete late or never. */
    public void answer(Function<HttpCall, CompletionStage<HttpReply>> newAnswer) {
        answer = newAnswer;
    }

    /** Answers every later call at once. */
    public void answer(int status, String body) {
        answer(_ ->
                CompletableFuture.completedStage(
                        new HttpReply(status, Map.of(), Payload.ofText(body))));
    }

    /** Returns the calls so far, in their order. */
    public List<HttpCall> calls() {
        return List.copyOf(calls);
    }

    /** Number of nodes that have opened a client and not closed it. */
    public int open() {
        return open.get();
    }

    @Override
    public HttpCalls open(HttpClientSettings settings) {
        open.incrementAndGet();
        return new Calls();
    }

    private final class Calls implements HttpCalls {

        @Override
        public CompletionStage<HttpReply> call(HttpCall call) {
            calls.add(call);
            return answer.apply(call);
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
