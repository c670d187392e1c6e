// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The plugins of some directories: by directory, ordered by file name. */
public final class Plugins implements AutoCloseable {

    private final List<Plugin> plugins;

    private Plugins(List<Plugin> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /**
     * A directory of plugins.
     *
     * @param path the directory; it need not exist
     * @param setting the environment variable that names another directory
     */
    public record Directory(Path path, String setting) {}

    /**
     * Loads all jars of some directories; ignores other files, subdirectories, and directories that do not exist.
     *
     * @throws StartException if a directory or a jar in it cannot be used
     */
    public static Plugins in(Directory... directories) {
        List<Plugin> opened = new ArrayList<>();
        try {
            for (Directory directory : directories) {
                for (Path jar : jarsIn(directory)) {
                    opened.add(Plugin.open(jar));
                }
            }
            return new Plugins(opened);
        } catch (StartException e) {
            opened.forEach(Plugin::close);
            throw e;
        }
    }

    private static List<Path> jarsIn(Directory place) {
        Path directory = place.path().toAbsolutePath().normalize();
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new StartException(
                    "The plugin directory %s cannot be read (%s); name another directory in %s."
                            .formatted(directory, e, place.setting()),
                    e);
        }
    }

    /**
     * Returns the built-in node types together with those of the plugins, which are created for the given ports.
     *
     * @param ports the ports that the plugins' nodes may use
     * @throws StartException if a plugin fails, or defines a type that already exists
     */
    public NodeCatalogue joinedTo(NodeCatalogue builtIn, PluginPorts ports) {
        List<NodeDefinition<?>> all = new ArrayList<>(builtIn.definitions());
        Map<String, String> homes = new HashMap<>();
        all.forEach(definition ->
                namesOf(definition).forEach(name -> homes.put(name, "Millrace itself")));
        for (Plugin plugin : plugins) {
            for (NodeDefinition<?> definition : plugin.nodes(ports)) {
                for (String name : namesOf(definition)) {
                    String other = homes.putIfAbsent(name, plugin.name());
                    if (other != null) {
                        throw plugin.refused(
                                "it defines the node type %s, which %s already defines"
                                        .formatted(name, other));
                    }
                }
                all.add(definition);
            }
        }
        return NodeCatalogue.of(all);
    }

    private static List<String> namesOf(NodeDefinition<?> definition) {
        NodeType type = definition.type();
        return type.alias().isEmpty() ? List.of(type.id()) : List.of(type.id(), type.alias());
    }

    /** Each plugin of a directory with its node types, as text. */
    List<String> descriptions(Path directory) {
        return plugins.stream()
                .filter(plugin -> plugin.isIn(directory))
                .map(plugin ->
                        "%s (%s)".formatted(plugin.name(), String.join(", ", plugin.types())))
                .toList();
    }

    /** Closes all plugins; called when no node is running. */
    @Override
    public void close() {
        plugins.forEach(Plugin::close);
    }
}
