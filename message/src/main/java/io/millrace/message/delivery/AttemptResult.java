// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import java.util.Objects;

/** How the engine ended an attempt. */
public sealed interface AttemptResult {

    /** The way that the attempt took. */
    Path path();

    /** Every branch came to its end. */
    record Done(Path path) implements AttemptResult {}

    /** Every branch came to its end, and none passed a node that does something: nothing was stored or sent. */
    record DoneWithoutEffect(Path path) implements AttemptResult {}

    /** A branch failed and no connection took the failure on. The first failure counts. */
    record Failed(Path path, Failure failure) implements AttemptResult {
        public Failed {
            Objects.requireNonNull(failure, "failure");
        }
    }
}
