// SPDX-License-Identifier: Apache-2.0

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * Moves the libraries with the most classes to the front of a jar made by Spring Boot: {@code OrderLibraries
 * millrace.jar}. The loader in the jar looks for each class in one library after the other, in the order of the jar, which
 * Spring Boot makes that of their names. An extracted jar gets the same order from its index.
 */
void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path unfinished = jar.resolveSibling(jar.getFileName() + ".unfinished");
    try (ZipFile in = ZipFile.builder().setPath(jar).get();
            ZipArchiveOutputStream out = new ZipArchiveOutputStream(unfinished)) {
        List<ZipArchiveEntry> entries = Collections.list(in.getEntriesInPhysicalOrder());
        List<ZipArchiveEntry> libraries = byClasses(in, entries);
        Iterator<ZipArchiveEntry> next = libraries.iterator();
        for (ZipArchiveEntry entry : entries) {
            if (entry.getName().equals("BOOT-INF/classpath.idx")) {
                writeIndex(entry, libraries, out);
            } else {
                ZipArchiveEntry copied = isLibrary(entry) ? next.next() : entry;
                out.addRawArchiveEntry(copied, in.getRawInputStream(copied));
            }
        }
    }
    Files.move(unfinished, jar, StandardCopyOption.ATOMIC_MOVE);
}

static boolean isLibrary(ZipArchiveEntry entry) {
    return entry.getName().startsWith("BOOT-INF/lib/") && entry.getName().endsWith(".jar");
}

/** Returns the libraries, those with the most classes first. */
static List<ZipArchiveEntry> byClasses(ZipFile jar, List<ZipArchiveEntry> entries) throws IOException {
    Map<String, Integer> classes = new HashMap<>();
    for (ZipArchiveEntry entry : entries) {
        if (isLibrary(entry)) {
            classes.put(entry.getName(), classesIn(jar, entry));
        }
    }
    return entries.stream()
            .filter(entry -> classes.containsKey(entry.getName()))
            .sorted(
                    Comparator.comparing((ZipArchiveEntry entry) -> classes.get(entry.getName()))
                            .reversed()
                            .thenComparing(ZipArchiveEntry::getName))
            .toList();
}

static int classesIn(ZipFile jar, ZipArchiveEntry library) throws IOException {
    int count = 0;
    try (ZipInputStream content = new ZipInputStream(jar.getInputStream(library))) {
        for (var entry = content.getNextEntry(); entry != null; entry = content.getNextEntry()) {
            if (entry.getName().endsWith(".class")) {
                count++;
            }
        }
    }
    return count;
}

/** Writes the index in its format: a list in YAML of the libraries on the class path. */
static void writeIndex(ZipArchiveEntry former, List<ZipArchiveEntry> libraries, ZipArchiveOutputStream out)
        throws IOException {
    ZipArchiveEntry index = new ZipArchiveEntry(former.getName());
    index.setUnixMode(former.getUnixMode());
    index.setTime(former.getTime());
    out.putArchiveEntry(index);
    out.write(
            libraries.stream()
                    .map(library -> "- \"" + library.getName() + "\"\n")
                    .collect(Collectors.joining())
                    .getBytes(UTF_8));
    out.closeArchiveEntry();
}
