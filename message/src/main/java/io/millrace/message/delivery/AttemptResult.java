// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import java.util.Objects;

/** The result with which the engine ends an attempt. */
public sealed interface AttemptResult {

    /** The path that the attempt took. */
    Path path();

    /** Every branch has ended. */
    record Done(Path path) implements AttemptResult {}

    /** Every branch has ended, and none passed a node with an effect: nothing was stored or sent. */
    record DoneWithoutEffect(Path path) implements AttemptResult {}

    /** A branch failed and no connection handled the failure. Holds the first failure. */
    record Failed(Path path, Failure failure) implements AttemptResult {
        public Failed {
            Objects.requireNonNull(failure, "failure");
        }
    }
}
