// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

/**
 * The failure of a child, for its parent to decide on.
 *
 * @param started true if the child's life had started; if not, there is no state to continue with
 */
public record ChildFailure(SupervisedChild child, Throwable cause, boolean started) {}
