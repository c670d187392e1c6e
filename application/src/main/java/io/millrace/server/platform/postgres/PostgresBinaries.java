// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked from the class path into the data directory.
 *
 * @param home the directory that holds {@code bin}, {@code lib} and {@code share}
 */
record PostgresBinaries(Path home) {

    private static final Logger log = LoggerFactory.getLogger(PostgresBinaries.class);
    private static final String PREFIX = "server-";

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    /**
     * Unpacks the programs for this platform, unless they are there already, all and in full. Programs of another
     * version and incomplete ones are removed.
     *
     * @param directory parent directory of the unpacked programs; no other process may use it
     * @throws StartException if there are no binaries for this platform
     */
    static PostgresBinaries unpackInto(Path directory) throws IOException {
        String platform = platform();
        URL archive = PostgresBinaries.class.getResource("/postgres-" + platform + ".txz");
        if (archive == null) {
            throw new StartException(
                    "Millrace has no PostgreSQL binaries for "
                            + platform
                            + "; name an external one in SPRING_DATASOURCE_URL.");
        }
        Path home = directory.resolve(PREFIX + platform + "-" + version(archive));
        unpack(archive, directory, home);
        return new PostgresBinaries(home);
    }

    /** Unpacks an archive, unless its files are in the directory {@code home} already, all and in full. */
    static void unpack(URL archive, Path directory, Path home) throws IOException {
        boolean there = Files.isDirectory(home);
        if (there && !FileList.matches(home)) {
            log.warn(
                    "Files of PostgreSQL in {} are missing or truncated; unpacking them again",
                    home);
            there = false;
        }
        if (!there) {
            removeAll(directory);
            Path unfinished = Files.createDirectory(directory.resolve(PREFIX + "unfinished"));
            try (InputStream in = archive.openStream()) {
                unpack(in, unfinished);
            }
            FileList.write(unfinished);
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
            log.info("Unpacked the PostgreSQL binaries into {}", home);
        }
    }

    private static void removeAll(Path directory) throws IOException {
        try (DirectoryStream<Path> programs = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path each : programs) {
                FileTree.delete(each);
            }
        }
    }

    private static String platform() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String system = name.startsWith("mac") ? "darwin" : name;
        String arch =
                switch (System.getProperty("os.arch")) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm_64";
                    case String other -> other;
                };
        return system + "-" + arch;
    }

    /**
     * The archive's checksum, as its version. It is read from the jar's index, so that a usual start does not read the
     * archive.
     */
    private static String version(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        if (connection instanceof JarURLConnection jar) {
            return HexFormat.of().toHexDigits((int) jar.getJarEntry().getCrc());
        }
        return Long.toHexString(connection.getContentLengthLong());
    }

    private static void unpack(InputStream in, Path target) throws IOException {
        try (var tar =
                new TarArchiveInputStream(
                        new XZInputStream(new BufferedInputStream(in, 1 << 16)))) {
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                unpack(tar, entry, target);
            }
        }
        Files.setPosixFilePermissions(target, permissions(0755));
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
            throws IOException {
        Path file = target.resolve(entry.getName()).normalize();
        if (!file.startsWith(target)) {
            throw new IOException(
                    "the archive contains a path outside the target directory: " + entry.getName());
        }
        // The archive may name a file before its directory.
        Files.createDirectories(entry.isDirectory() ? file : file.getParent());
        if (entry.isDirectory()) {
            Files.setPosixFilePermissions(file, permissions(0755));
        } else if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else if (!entry.getName().endsWith(".a")) {
            Files.copy(tar, file);
            Files.setPosixFilePermissions(file, permissions(entry.getMode()));
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> result = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++) {
            if ((mode & (0400 >> i)) != 0) {
                result.add(all[i]);
            }
        }
        return result;
    }
}
