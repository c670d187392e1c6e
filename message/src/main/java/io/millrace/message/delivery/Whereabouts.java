// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

/** Reports the position of an attempt. */
@FunctionalInterface
public interface Whereabouts {

    /** The position source of an attempt that the engine has not started. */
    Whereabouts UNKNOWN = error -> new AttemptResult.Failed(Path.EMPTY, Failure.of(error));

    /**
     * Returns the result of the attempt if it is given up now: the path so far, and the error, attributed to the node
     * that has the message. Any thread may call it.
     */
    AttemptResult.Failed givenUp(String error);

    /** Returns the position of the attempt. Any thread may call it. */
    default Position position() {
        return Position.UNKNOWN;
    }
}
