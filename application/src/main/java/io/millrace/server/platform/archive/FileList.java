// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.archive;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of the files of a directory with their sizes, in a file of that directory. It tells whether all of them are
 * there in full: after a power failure, a file may be empty or truncated although its directory was renamed after it
 * was written.
 */
final class FileList {

    private static final String NAME = "files.txt";
    private static final String END = "end";
    private static final String LINK = "link";

    private FileList() {}

    /** Lists the files of a directory. */
    static void write(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        lines.add(kind(attributes) + " " + directory.relativize(file));
                        return FileVisitResult.CONTINUE;
                    }
                });
        lines.add(END);
        Files.write(directory.resolve(NAME), lines);
    }

    /** True if the directory has a list, and all its files with the sizes of the list. */
    static boolean matches(Path directory) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(directory.resolve(NAME));
        } catch (NoSuchFileException _) {
            return false;
        }
        if (lines.isEmpty() || !lines.getLast().equals(END)) {
            return false;
        }
        for (String line : lines.subList(0, lines.size() - 1)) {
            int space = line.indexOf(' ');
            if (space < 0
                    || !isThere(
                            directory.resolve(line.substring(space + 1)),
                            line.substring(0, space))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isThere(Path file, String kind) throws IOException {
        try {
            return kind(Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS))
                    .equals(kind);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** The size of a file in bytes; a word for a symbolic link. */
    private static String kind(BasicFileAttributes attributes) {
        return attributes.isSymbolicLink() ? LINK : Long.toString(attributes.size());
    }
}
