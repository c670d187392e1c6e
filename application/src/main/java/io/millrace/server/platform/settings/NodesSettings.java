// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of Millrace's own nodes that come as plugins. Other settings below {@code millrace.nodes} belong to single
 * nodes, which read them.
 *
 * @param dir {@code millrace.nodes.dir}: the directory of their jars, or null: {@code nodes} beside the service's jar
 */
@ConfigurationProperties("millrace.nodes")
public record NodesSettings(@Nullable Path dir) {

    private static final String NESTED = "nested:";

    /** The directory of the jars. */
    public Path directory() {
        return dir == null ? besideTheService() : dir;
    }

    private static Path besideTheService() {
        return besideTheService(
                NodesSettings.class.getProtectionDomain().getCodeSource().getLocation(),
                System.getProperty("java.class.path"));
    }

    /**
     * Returns the directory beside the service's jar.
     *
     * @param location the location of this class, or null: a class from an AOT cache has none if its jar is at another
     *     place than when the cache was made
     * @param classPath the class path of the JVM, whose first entry is the jar then
     */
    static Path besideTheService(@Nullable URL location, String classPath) {
        return location == null
                ? Path.of(classPath.split(File.pathSeparator, 2)[0])
                        .toAbsolutePath()
                        .resolveSibling("nodes")
                : beside(location.getPath());
    }

    /**
     * Returns the directory beside a code source.
     *
     * @param location the path of a URL: of a jar, of a directory of classes, or of classes that are nested in a jar,
     *     {@code nested:/path/to.jar/!BOOT-INF/classes/!/}
     */
    static Path beside(String location) {
        String file =
                location.startsWith(NESTED)
                        ? location.substring(NESTED.length(), location.indexOf("/!"))
                        : location;
        return Path.of(URI.create("file:" + file)).resolveSibling("nodes");
    }
}
