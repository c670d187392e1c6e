// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.plugin.NodeProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Builds the jar of a plugin from sources, with only Millrace's classes on the class path. */
final class PluginJar {

    private static final String SERVICE = "META-INF/services/" + NodeProvider.class.getName();

    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final Map<String, String> units = new LinkedHashMap<>();

    /** A plugin with the provider {@code plugin.Provider} that brings one type of node. */
    static PluginJar withType(String id) {
        return new PluginJar()
                .compiled(node(id))
                .compiled(
                        provider(
                                "return java.util.List.of(NodeDefinition.of(Node.class,"
                                        + " EmptyConfiguration.INSTANCE, (c, n) -> new Node()));"))
                .naming("plugin.Provider");
    }

    /** A node that answers with its id as the label. */
    static String node(String id) {
        return """
        package plugin;
        import io.millrace.message.RuleMessage;
        import io.millrace.rule.node.*;
        @NodeType(id = "%1$s", group = NodeGroup.FILTER, name = "n", description = "d", labels = "%1$s")
        public class Node implements RuleNode {
            @Override public NodeResult process(RuleMessage message) { return NodeResult.to("%1$s", message); }
        }
        """
                .formatted(id);
    }

    /** A provider with the given body of {@code nodes}. */
    static String provider(String body) {
        return """
        package plugin;
        import io.millrace.rule.node.*;
        import io.millrace.rule.plugin.*;
        public class Provider implements NodeProvider {
            @Override public java.util.List<NodeDefinition<?>> nodes(PluginPorts ports) { %s }
            @Override public void close() { io.millrace.server.platform.plugin.PluginsTest.CLOSED.add(getClass().getClassLoader().getName()); }
        }
        """
                .formatted(body);
    }

    /** Adds a class of package {@code plugin}. */
    PluginJar compiled(String source) {
        String afterClass = source.substring(source.indexOf("public class ") + 13);
        units.put(afterClass.substring(0, afterClass.indexOf(' ')), source);
        return this;
    }

    /** Names a provider. */
    PluginJar naming(String provider) {
        return with(SERVICE, provider.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds any entry. */
    PluginJar with(String entry, byte[] content) {
        entries.put(entry, content);
        return this;
    }

    /** Writes the jar. */
    Path writeTo(Path jar) throws IOException {
        compile(Files.createDirectory(jar.resolveSibling(jar.getFileName() + ".classes")));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        return jar;
    }

    private void compile(Path classes) throws IOException {
        if (units.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        boolean compiled =
                compiler.getTask(
                                said,
                                null,
                                null,
                                List.of(
                                        "-proc:none",
                                        "-d",
                                        classes.toString(),
                                        "-cp",
                                        System.getProperty("java.class.path")),
                                null,
                                units.entrySet().stream()
                                        .map(unit -> new Source(unit.getKey(), unit.getValue()))
                                        .toList())
                        .call();
        assertThat(compiled).as(said.toString()).isTrue();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                with(classes.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///plugin/" + name + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
