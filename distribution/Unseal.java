// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Removes "Sealed" from the manifests of the jars of a directory: {@code java Unseal.java DIRECTORY}.
 *
 * <p>Classes of an AOT cache have no location if their jar is not where it was when the cache was made. The JVM then
 * defines the package of the first one without a seal, refuses to seal it for the next one ("sealing violation: can't
 * seal package …: already defined"), and does not start. Millrace's class path has each package in one jar only, so
 * sealing protects nothing there.
 */
void main(String[] arguments) throws IOException {
    List<Path> jars;
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
        jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    for (Path jar : jars) {
        unseal(jar);
    }
}

void unseal(Path jar) throws IOException {
    try (FileSystem content = FileSystems.newFileSystem(jar)) {
        Path file = content.getPath("META-INF", "MANIFEST.MF");
        if (Files.notExists(file)) {
            return;
        }
        Manifest manifest;
        try (InputStream in = Files.newInputStream(file)) {
            manifest = new Manifest(in);
        }
        boolean sealed = manifest.getMainAttributes().remove(Attributes.Name.SEALED) != null;
        for (Attributes attributes : manifest.getEntries().values()) {
            sealed |= attributes.remove(Attributes.Name.SEALED) != null;
        }
        if (sealed) {
            try (OutputStream out = Files.newOutputStream(file)) {
                manifest.write(out);
            }
            IO.println("Unsealed " + jar);
        }
    }
}
