// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Packs the jars of GraalJS on the class path into one archive: {@code PackJavaScriptLibraries archive.txz
 * contents.txt}. Their entries are stored there without the compression of the jars, so that xz finds what the classes
 * have in common: the archive takes a third of the jars. It is made anew if the list of jars is not that of the contents.
 */
void main(String[] arguments) throws IOException {
    Path archive = Path.of(arguments[0]);
    List<Path> jars =
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> entry.replace(File.separatorChar, '/').contains("/org/graalvm/"))
                    .map(Path::of)
                    .sorted()
                    .toList();
    if (jars.isEmpty()) {
        throw new IOException("No jar of GraalJS is on the class path");
    }
    Path contents = Path.of(arguments[1]);
    String names = String.join("\n", jars.stream().map(Path::toString).toList());
    if (Files.exists(archive) && Files.exists(contents) && Files.readString(contents).equals(names)) {
        return;
    }
    Files.createDirectories(archive.getParent());
    Path unfinished = archive.resolveSibling(archive.getFileName() + ".unfinished");
    // The fastest setting is nearly as small.
    try (var tar =
            new TarArchiveOutputStream(
                    new XZOutputStream(Files.newOutputStream(unfinished), new LZMA2Options(1)))) {
        for (Path jar : jars) {
            byte[] stored = stored(jar);
            TarArchiveEntry entry = new TarArchiveEntry(jar.getFileName().toString());
            entry.setSize(stored.length);
            entry.setModTime(FileTime.fromMillis(0));
            tar.putArchiveEntry(entry);
            tar.write(stored);
            tar.closeArchiveEntry();
        }
    }
    Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
    Files.writeString(contents, names);
}

/** Returns the jar with all its entries uncompressed. */
static byte[] stored(Path jar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipFile in = new ZipFile(jar.toFile());
            ZipOutputStream out = new ZipOutputStream(bytes)) {
        out.setMethod(ZipOutputStream.STORED);
        for (ZipEntry each : Collections.list(in.entries())) {
            byte[] content = in.getInputStream(each).readAllBytes();
            CRC32 sum = new CRC32();
            sum.update(content);
            ZipEntry entry = new ZipEntry(each.getName());
            entry.setTime(each.getTime());
            entry.setSize(content.length);
            entry.setCrc(sum.getValue());
            out.putNextEntry(entry);
            out.write(content);
            out.closeEntry();
        }
    }
    return bytes.toByteArray();
}
