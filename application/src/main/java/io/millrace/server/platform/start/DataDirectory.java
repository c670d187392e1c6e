// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The directory for all files of the process. One process at a time holds it, by a file lock, until this object is
 * closed; the operating system also releases the lock of a killed process.
 */
public final class DataDirectory implements AutoCloseable {

    private static final int LONGEST_PID = 20;

    private final Path path;
    private final FileChannel lockFile;

    private DataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Locks a directory; creates it if it does not exist.
     *
     * @throws StartException if the directory cannot be read and written, or another process holds it
     */
    public static DataDirectory open(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        try {
            Files.createDirectories(path);
            FileChannel lockFile =
                    FileChannel.open(
                            path.resolve("millrace.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            if (tryLock(lockFile) == null) {
                String holder = readPid(lockFile);
                lockFile.close();
                throw inUse(path, holder);
            }
            writePid(lockFile);
            return new DataDirectory(path, lockFile);
        } catch (IOException e) {
            throw new StartException(
                    "The data directory "
                            + path
                            + " cannot be used ("
                            + reason(e)
                            + "); give the user who runs Millrace write access to it, or name another "
                            + "directory in MILLRACE_DATA_DIR.",
                    e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel lockFile) throws IOException {
        try {
            return lockFile.tryLock();
        } catch (OverlappingFileLockException _) {
            return null;
        }
    }

    private static StartException inUse(Path path, String holder) {
        return new StartException(
                "The data directory "
                        + path
                        + " is in use by the process "
                        + holder
                        + "; stop that process first, or name another directory in MILLRACE_DATA_DIR.");
    }

    private static String readPid(FileChannel lockFile) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(LONGEST_PID);
        lockFile.read(pid, 0);
        return new String(pid.array(), 0, pid.position(), StandardCharsets.US_ASCII).strip();
    }

    private static void writePid(FileChannel lockFile) throws IOException {
        String pid = ProcessHandle.current().pid() + "\n";
        lockFile.truncate(0);
        lockFile.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private static String reason(IOException e) {
        return e instanceof AccessDeniedException ? "permission denied" : e.toString();
    }

    /** The directory, absolute. */
    public Path path() {
        return path;
    }

    /** Returns the name of this instance. The first call generates it and stores it in the directory. */
    String instanceId() {
        Path file = path.resolve("instance-id");
        try {
            if (!Files.exists(file)) {
                Path unfinished = path.resolve("instance-id.unfinished");
                Files.writeString(unfinished, UUID.randomUUID() + "\n");
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new StartException(
                    "The file "
                            + file
                            + " with the name of this instance cannot be used ("
                            + reason(e)
                            + ").",
                    e);
        }
    }

    /** Releases the directory. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
