// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.archive;

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
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/** An archive of the class path ({@code .txz}) that is unpacked into a directory of its own before it is used. */
public final class UnpackedArchive {

    private static final Logger log = LoggerFactory.getLogger(UnpackedArchive.class);

    private final String prefix;
    private final String content;

    /**
     * Describes archives with the same kind of content.
     *
     * @param prefix what the names of their directories begin with, and no others
     * @param content a word for the log
     */
    public UnpackedArchive(String prefix, String content) {
        this.prefix = prefix;
        this.content = content;
    }

    /**
     * Unpacks an archive, unless its files are there already, all and in full. Those of other versions and incomplete
     * ones are removed.
     *
     * @param variant part of the name of the directory; may be empty
     * @param directory parent of that directory; no other process may use it
     * @return the directory with the files
     */
    public Path unpack(URL archive, String variant, Path directory) throws IOException {
        Path home = directory.resolve(prefix + variant + version(archive));
        unpackTo(home, archive);
        return home;
    }

    /** Unpacks an archive into the directory {@code home}. */
    void unpackTo(Path home, URL archive) throws IOException {
        boolean there = Files.isDirectory(home);
        if (there && !FileList.matches(home)) {
            log.warn(
                    "Files of {} in {} are missing or truncated; unpacking them again",
                    content,
                    home);
            there = false;
        }
        if (!there) {
            removeAll(home.resolveSibling(""));
            Path unfinished = Files.createDirectory(home.resolveSibling(prefix + "unfinished"));
            try (InputStream in = archive.openStream()) {
                unpack(in, unfinished);
            }
            FileList.write(unfinished);
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
            log.info("Unpacked {} into {}", content, home);
        }
    }

    private void removeAll(Path directory) throws IOException {
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(directory, prefix + "*")) {
            for (Path each : versions) {
                FileTree.delete(each);
            }
        }
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
