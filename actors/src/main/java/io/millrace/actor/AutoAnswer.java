// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * A message that the library answers: once an actor has processed it without a failure, and if the message has a
 * sender. For confirmations that every recipient would otherwise have to send itself.
 */
public interface AutoAnswer {

    /** The answer; read after the message was processed, on the actor's thread. */
    Object answer();
}
