// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * Keeps deliveries that are taking long, so that a restart finds them. Used by engines that have no log of their own.
 * While the store cannot be reached, its answers wait; they do not fail.
 */
public interface InFlightStore {

    /** Stores a delivery; completes when it is on disk. Storing an id again replaces what stood there. */
    CompletionStage<Void> put(InFlight delivery);

    /** Forgets a delivery that has ended; completes when that is on disk. One that is not there is no error. */
    CompletionStage<Void> remove(UUID deliveryId);

    /** All that is stored, in the order in which it was accepted. Blocks; for the start of the process. */
    List<InFlight> all();
}
