// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import java.util.concurrent.CompletionStage;

/** Makes HTTP calls without blocking the caller's thread. Safe for use by many threads. */
public interface HttpCalls extends AutoCloseable {

    /**
     * Makes one call. Redirects are not followed.
     *
     * @return completes with the answer, with any status; fails with an {@link java.io.IOException} if there is no
     *     answer or it is too large, with an {@link java.net.http.HttpTimeoutException} if it is not complete in time,
     *     with an {@link io.millrace.rule.outgoing.OutgoingRefusedException} if the node may not connect there
     * @throws IllegalArgumentException if the call is invalid: no HTTP address, or a header that may not be set
     */
    CompletionStage<HttpReply> call(HttpCall call);

    /** Aborts the calls that still run. */
    @Override
    void close();
}
