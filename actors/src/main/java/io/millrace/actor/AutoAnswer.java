// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * A message that is answered by itself: when an actor has processed it without a failure, and somebody waits for an answer,
 * the library gives it. For confirmations that every recipient would otherwise have to write.
 */
public interface AutoAnswer {

    /** What the sender gets; asked after the message was processed, on the actor's thread. */
    Object answer();
}
