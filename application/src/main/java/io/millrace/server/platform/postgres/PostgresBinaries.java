// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.archive.UnpackedArchive;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;

/**
 * PostgreSQL's programs, unpacked from the class path into the data directory.
 *
 * @param home the directory that holds {@code bin}, {@code lib} and {@code share}
 */
record PostgresBinaries(Path home) {

    private static final UnpackedArchive ARCHIVE =
            new UnpackedArchive("server-", "the PostgreSQL binaries");

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
        return new PostgresBinaries(ARCHIVE.unpack(archive, platform + "-", directory));
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
}
