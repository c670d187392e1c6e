// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Prevents the JVMs of a build, several of which run tests at once, from creating the same file at the same time. A JVM
 * that is killed holds no lock.
 */
public final class BuildLock implements AutoCloseable {

    private final FileChannel channel;

    private BuildLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Locks a directory; waits while another JVM has it. No two threads of this JVM may try at once. */
    public static BuildLock of(Path directory) throws IOException {
        Path file = directory.resolveSibling(directory.getFileName() + ".lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
            return new BuildLock(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
