// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** Something that is due later and can be called off. */
public interface Cancellable {

    /**
     * Calls it off.
     *
     * @return whether that came in time: false when it has happened or was called off before
     */
    boolean cancel();
}
