// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One plugin jar and the node providers in it. Its classes see the service's classes and their own, but not those of
 * other plugins. If both the service and the jar have a class, the service's class is used.
 */
final class Plugin implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Plugin.class);

    private final Path jar;
    private final URLClassLoader loader;
    private final List<NodeProvider> providers;
    private volatile List<NodeDefinition<?>> nodes = List.of();

    private Plugin(Path jar, URLClassLoader loader, List<NodeProvider> providers) {
        this.jar = jar;
        this.loader = loader;
        this.providers = providers;
    }

    /**
     * Loads a jar and instantiates its providers.
     *
     * @throws StartException if the jar cannot be loaded or names no provider
     */
    static Plugin open(Path jar) {
        URLClassLoader loader = loaderOf(jar);
        try {
            List<NodeProvider> providers = providers(jar, loader);
            if (providers.isEmpty()) {
                throw refused(
                        jar,
                        "it names no provider in META-INF/services/" + NodeProvider.class.getName(),
                        null);
            }
            return new Plugin(jar, loader, providers);
        } catch (StartException e) {
            close(jar, loader);
            throw e;
        }
    }

    private static URLClassLoader loaderOf(Path jar) {
        // A class loader treats a file that is not a jar as an empty jar.
        try (JarFile _ = new JarFile(jar.toFile())) {
            return new URLClassLoader(
                    "plugin " + jar.getFileName(),
                    new URL[] {jar.toUri().toURL()},
                    NodeProvider.class.getClassLoader());
        } catch (IOException | SecurityException e) {
            throw refused(jar, "it cannot be read as a jar: " + e.getMessage(), e);
        }
    }

    private static List<NodeProvider> providers(Path jar, ClassLoader loader) {
        return guarded(
                jar,
                "a provider cannot be instantiated",
                () ->
                        ServiceLoader.load(NodeProvider.class, loader).stream()
                                .filter(found -> loader.equals(found.type().getClassLoader()))
                                .map(ServiceLoader.Provider::get)
                                .toList());
    }

    /**
     * Asks the providers for their nodes.
     *
     * @throws StartException if one of them fails
     */
    List<NodeDefinition<?>> nodes(PluginPorts ports) {
        List<NodeDefinition<?>> all = new ArrayList<>();
        for (NodeProvider provider : providers) {
            String name = provider.getClass().getName();
            all.addAll(guarded(jar, name + " failed", () -> List.copyOf(provider.nodes(ports))));
        }
        if (all.isEmpty()) {
            throw refused("its providers define no node");
        }
        nodes = List.copyOf(all);
        return nodes;
    }

    /** Turns a plugin's exception into a {@link StartException}, because the operator can remove the jar. */
    private static <T> T guarded(Path jar, String what, Supplier<T> foreign) {
        try {
            return foreign.get();
        } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
            Throwable reason =
                    e instanceof ServiceConfigurationError && e.getCause() != null
                            ? e.getCause()
                            : e;
            throw refused(jar, what + ": " + reason, e);
        }
    }

    /** Returns the exception that ends the start because of this plugin. */
    StartException refused(String reason) {
        return refused(jar, reason, null);
    }

    private static StartException refused(Path jar, String reason, @Nullable Throwable cause) {
        return new StartException(
                "The plugin %s cannot be used (%s); repair the jar or remove it from that directory."
                        .formatted(jar, reason),
                cause);
    }

    /** True if the file is in a directory. */
    boolean isIn(Path directory) {
        return directory.toAbsolutePath().normalize().equals(jar.getParent());
    }

    /** The file's name. */
    String name() {
        return String.valueOf(jar.getFileName());
    }

    /** The ids of its node types; empty before {@link #nodes} was called. */
    List<String> types() {
        return nodes.stream().map(definition -> definition.type().id()).toList();
    }

    /**
     * Closes the providers and then the class loader. If a provider fails to close, the others are closed all the same.
     */
    @Override
    public void close() {
        for (NodeProvider provider : providers) {
            try {
                provider.close();
            } catch (RuntimeException | LinkageError e) {
                log.warn(
                        "Cannot close {} of plugin {}; closing the rest of the plugin",
                        provider.getClass(),
                        name(),
                        e);
            }
        }
        close(jar, loader);
    }

    private static void close(Path jar, URLClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            log.warn("Cannot close the class loader of plugin {}", jar, e);
        }
    }
}
