// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class UnpackedArchiveTest {

    private static final String PROGRAM = "not a real program, but as good for this test";

    @TempDir private Path directory;

    private Path home;

    @BeforeEach
    void unpackOnce() throws IOException {
        home = directory.resolve("server-of-this-test");
        unpack();
    }

    @Test
    void unpacksAProgramThatIsTruncatedAgain() throws IOException {
        truncate(home.resolve("bin/postgres"), 7);

        unpack();

        assertThat(home.resolve("bin/postgres")).hasContent(PROGRAM);
    }

    @Test
    void unpacksAMissingFileAgain() throws IOException {
        Files.delete(home.resolve("lib/libpq.so"));

        unpack();

        assertThat(Files.isSymbolicLink(home.resolve("lib/libpq.so"))).isTrue();
    }

    @Test
    void unpacksAgainWhereTheListOfFilesIsTruncatedOrMissing() throws IOException {
        Path mark = Files.writeString(home.resolve("mark"), "");
        truncate(home.resolve("files.txt"), 12);
        unpack();
        assertThat(mark).doesNotExist();

        Files.writeString(mark, "");
        Files.delete(home.resolve("files.txt"));
        unpack();
        assertThat(mark).doesNotExist();
    }

    @Test
    void startsOverWhereUnpackingWasInterrupted() throws IOException {
        Path half = Files.createDirectories(directory.resolve("server-unfinished/bin"));
        Files.writeString(half.resolve("postgres"), "half a pro");
        FileTree.delete(home);

        unpack();

        assertThat(home.resolve("bin/postgres")).hasContent(PROGRAM);
        assertThat(directory.resolve("server-unfinished")).doesNotExist();
    }

    @Test
    void leavesCompleteProgramsAlone() throws IOException {
        Path mark = Files.writeString(home.resolve("mark"), "");

        unpack();

        assertThat(mark).exists();
    }

    private static void truncate(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private void unpack() throws IOException {
        new UnpackedArchive("server-", "the programs of this test").unpackTo(home, archive());
    }

    private URL archive() throws IOException {
        Path file = directory.resolve("archive.txz");
        try (OutputStream out = Files.newOutputStream(file);
                var tar =
                        new TarArchiveOutputStream(
                                new XZOutputStream(
                                        out, new LZMA2Options(LZMA2Options.PRESET_MIN)))) {
            put(tar, "bin/postgres", PROGRAM);
            put(tar, "lib/libpq.so.5", "a library");
            TarArchiveEntry link = new TarArchiveEntry("lib/libpq.so", TarConstants.LF_SYMLINK);
            link.setLinkName("libpq.so.5");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
        }
        return file.toUri().toURL();
    }

    private static void put(TarArchiveOutputStream tar, String name, String content)
            throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }
}
