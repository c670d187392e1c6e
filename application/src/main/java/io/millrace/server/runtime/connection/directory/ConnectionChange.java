// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.transport.device.LastWill;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change to the rows of this process. */
sealed interface ConnectionChange {

    /**
     * Adds the row of a connection, or updates what it receives.
     *
     * @param transport first word of the description
     * @param description as {@link io.millrace.transport.device.DeviceConnection#description}
     * @param will as {@link io.millrace.transport.device.DeviceConnection#lastWill}
     * @param added receives true if there was no row
     */
    record Put(
            ListedConnection connection,
            String transport,
            String description,
            @Nullable LastWill will,
            Outcome added)
            implements ConnectionChange {}

    /** Removes the row of a connection; ignores a missing one. */
    record Remove(UUID id) implements ConnectionChange {}

    /** Removes all rows of a deleted device. */
    record Forget(DeviceId device) implements ConnectionChange {}

    /** The result of a change. If the write is repeated, the last attempt sets it. */
    final class Outcome {
        volatile boolean is;
    }
}
