// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.UUID;

/** Where a stored value of a time series came from. */
public sealed interface ValueOrigin {

    /** A message brought the value. */
    record Message(UUID id) implements ValueOrigin {}

    /**
     * The value is stored, but not the id of its message: the row was written by a version that kept no ids, or a later
     * message has added values of other keys to the same row.
     */
    record Unknown() implements ValueOrigin {}

    /** No value of the key is stored at this time. */
    record NoValue() implements ValueOrigin {}
}
