// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.queue.InFlight;
import java.util.List;

/**
 * Takes the pages of a table, one after the other.
 *
 * @param <E> what ends the reading
 */
@FunctionalInterface
public interface PageConsumer<E extends Exception> {

    void accept(List<InFlight> page) throws E;
}
