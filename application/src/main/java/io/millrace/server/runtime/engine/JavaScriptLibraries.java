// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.server.platform.archive.UnpackedArchive;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;

/**
 * GraalJS and what it needs. Only the processes that run JavaScript use it, so the jar holds it as an archive of a third of
 * the size, which the first such process has unpacked. A class path that was not made from the jar, as in tests, holds
 * it as it is.
 */
final class JavaScriptLibraries {

    private static final String ARCHIVE = "/javascript-libraries.txz";
    private static final String ANY_CLASS = "/org/graalvm/polyglot/Context.class";

    private final Path directory;

    /** @param directory where to unpack; no other process may use it */
    JavaScriptLibraries(Path directory) {
        this.directory = directory;
    }

    /** The directory with the jars; empty if the class path has them. */
    synchronized Optional<Path> unpacked() throws IOException {
        if (JavaScriptLibraries.class.getResource(ANY_CLASS) != null) {
            return Optional.empty();
        }
        URL archive = JavaScriptLibraries.class.getResource(ARCHIVE);
        if (archive == null) {
            throw new IOException("There is neither " + ARCHIVE + " nor GraalJS on the class path");
        }
        return Optional.of(
                new UnpackedArchive("javascript-", "the libraries of JavaScript")
                        .unpack(archive, "", directory));
    }
}
