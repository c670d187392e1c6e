// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

/** Knows how far an attempt has come. */
@FunctionalInterface
public interface Whereabouts {

    /** For an attempt that the engine has not taken up. */
    Whereabouts UNKNOWN = error -> new AttemptResult.Failed(Path.EMPTY, Failure.of(error));

    /**
     * What becomes of the attempt if it is given up now: the path so far, and the error laid at the door of the node
     * that has the message. Any thread may ask.
     */
    AttemptResult.Failed givenUp(String error);

    /** How far the attempt has come. Any thread may ask. */
    default Position position() {
        return Position.UNKNOWN;
    }
}
