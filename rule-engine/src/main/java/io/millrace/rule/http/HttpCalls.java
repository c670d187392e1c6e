// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import java.util.concurrent.CompletionStage;

/** Makes HTTP calls without holding the caller's thread. Safe for use by many threads. */
public interface HttpCalls extends AutoCloseable {

    /**
     * Makes one call. Redirects are not followed.
     *
     * @return completes with the answer, whatever its status; fails with an {@link java.io.IOException} when there is
     *     none or when it is too large, with an {@link java.net.http.HttpTimeoutException} when it is not complete in time, with
     *     an {@link io.millrace.rule.outgoing.OutgoingRefusedException} when the node may not connect there
     * @throws IllegalArgumentException if the call cannot be made: no HTTP address, a header that may not be set
     */
    CompletionStage<HttpReply> call(HttpCall call);

    /** Breaks off the calls that still run. */
    @Override
    void close();
}
