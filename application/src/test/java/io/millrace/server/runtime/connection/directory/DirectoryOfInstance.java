// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.transport.device.DeviceConnections;
import java.time.Clock;
import java.util.UUID;

/** The directory of an instance that exists only in a test; it keeps its rows when it is closed, as a killed one does. */
public record DirectoryOfInstance(ConnectionDirectory directory, UUID run, Takeovers takeovers)
        implements AutoCloseable {

    /** Starts a directory that lists the connections, and closes sessions with the closer. */
    public static DirectoryOfInstance start(
            Transactions transactions,
            String name,
            RuleEngine engine,
            DeviceConnections connections,
            SessionCloser closer) {
        UUID run = UUID.randomUUID();
        ConnectionDirectory directory = new ConnectionDirectory(transactions, name, run);
        Takeovers takeovers = new Takeovers(transactions, closer);
        takeovers.start();
        connections.listen(
                new OwnConnections(directory, engine, Clock.systemUTC(), true, takeovers::listed));
        return new DirectoryOfInstance(directory, run, takeovers);
    }

    /** True if a connection of a device is listed. */
    public boolean lists(DeviceId device, UUID connection) {
        return directory.find(device).join().stream()
                .anyMatch(each -> each.id().equals(connection));
    }

    @Override
    public void close() {
        takeovers.stop();
        directory.close();
    }
}
