// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.TestPorts;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.filter.MessageTypeSwitchNode;
import io.millrace.rule.plugin.NodeProvider;
import io.millrace.rule.plugin.PluginPorts;
import io.millrace.rule.script.FakeScripts;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public final class PluginsTest {

    /** The names of the class loaders whose provider was closed; providers of tests write it. */
    public static final Collection<String> CLOSED = new ConcurrentLinkedQueue<>();

    private static final NodeCatalogue BUILT_IN =
            NodeCatalogue.of(List.of(MessageTypeSwitchNode.definition()));

    private final PluginPorts ports =
            new NodePortsOfPlugins(new TestPorts(FakeScripts.answering(true)).ports(), _ -> null);

    @TempDir private Path directory;

    @Test
    void whereThereIsNoDirectoryThereAreNoPlugins() {
        try (Plugins plugins = in(directory.resolve("none"))) {
            assertThat(plugins.joinedTo(BUILT_IN, ports).definitions())
                    .isEqualTo(BUILT_IN.definitions());
            assertThat(plugins.descriptions(directory)).isEmpty();
        }
    }

    @Test
    void aPluginsNodesStandInTheCatalogueBesideTheBuiltInOnes() throws Exception {
        PluginJar.withType("test.one").writeTo(directory.resolve("one.jar"));

        try (Plugins plugins = in(directory)) {
            NodeCatalogue catalogue = plugins.joinedTo(BUILT_IN, ports);

            assertThat(types(catalogue)).containsExactly("filter.message-type-switch", "test.one");
            assertThat(labelOf(catalogue.require("test.one"))).isEqualTo("test.one");
            assertThat(plugins.descriptions(directory)).containsExactly("one.jar (test.one)");
        }
    }

    @Test
    void jarsHaveClassesOfTheSameNameWithoutSeeingEachOthers() throws Exception {
        PluginJar.withType("test.one").writeTo(directory.resolve("one.jar"));
        PluginJar.withType("test.two").writeTo(directory.resolve("two.jar"));

        try (Plugins plugins = in(directory)) {
            NodeCatalogue catalogue = plugins.joinedTo(BUILT_IN, ports);

            assertThat(labelOf(catalogue.require("test.one"))).isEqualTo("test.one");
            assertThat(labelOf(catalogue.require("test.two"))).isEqualTo("test.two");
        }
    }

    @Test
    void theServicesClassesCountWhereAJarBringsItsOwnCopy() throws Exception {
        String name = NodeProvider.class.getName().replace('.', '/') + ".class";
        byte[] copy = NodeProvider.class.getClassLoader().getResourceAsStream(name).readAllBytes();
        PluginJar.withType("test.one").with(name, copy).writeTo(directory.resolve("one.jar"));

        try (Plugins plugins = in(directory)) {
            assertThat(types(plugins.joinedTo(BUILT_IN, ports))).contains("test.one");
        }
    }

    @Test
    void otherFilesAreLeftAlone() throws Exception {
        Files.writeString(directory.resolve("README.txt"), "no jar");
        Files.createDirectory(directory.resolve("directory.jar"));

        try (Plugins plugins = in(directory)) {
            assertThat(plugins.descriptions(directory)).isEmpty();
        }
    }

    @Test
    void providersAreClosedWithTheirPlugin() throws Exception {
        PluginJar.withType("test.one").writeTo(directory.resolve("closed-at-the-end.jar"));
        Plugins plugins = in(directory);
        plugins.joinedTo(BUILT_IN, ports);

        plugins.close();

        assertThat(CLOSED).containsOnlyOnce("plugin closed-at-the-end.jar");
    }

    @Test
    void pluginsThatWereLoadedAreClosedWhenTheNextOneFails() throws Exception {
        PluginJar.withType("test.one").writeTo(directory.resolve("closed-by-failure.jar"));
        Files.writeString(directory.resolve("fails.jar"), "no jar");

        assertThatThrownBy(() -> in(directory)).isInstanceOf(StartException.class);

        assertThat(CLOSED).containsOnlyOnce("plugin closed-by-failure.jar");
    }

    @Test
    void refusesAFileThatIsNoJar() throws IOException {
        Path jar = Files.writeString(directory.resolve("text.jar"), "no jar");

        assertRefused(jar, "it cannot be read as a jar: ");
    }

    @Test
    void refusesAJarWithoutAProvider() throws IOException {
        Path jar = new PluginJar().with("a.txt", new byte[0]).writeTo(jar("bare.jar"));

        assertRefused(
                jar,
                "it names no provider in META-INF/services/io.millrace.rule.plugin.NodeProvider");
    }

    @Test
    void refusesAProviderThatIsNotThere() throws IOException {
        Path jar = new PluginJar().naming("plugin.Absent").writeTo(jar("absent.jar"));

        assertRefused(jar, "a provider cannot be instantiated: ", "plugin.Absent not found");
    }

    @Test
    void refusesAProviderThatCannotBeMade() throws IOException {
        String source =
                PluginJar.provider("return null;")
                        .replace(
                                "public class Provider implements NodeProvider {",
                                "public class Provider implements NodeProvider { public Provider() { throw new IllegalStateException(\"no luck\"); }");
        Path jar = new PluginJar().compiled(source).naming("plugin.Provider").writeTo(jar("p.jar"));

        assertRefused(
                jar, "a provider cannot be instantiated: java.lang.IllegalStateException: no luck");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    throw new IllegalStateException("no luck"); | plugin.Provider failed: java.lang.IllegalStateException: no luck
                    throw new NoClassDefFoundError("org/example/Gone"); | plugin.Provider failed: java.lang.NoClassDefFoundError: org/example/Gone
                    return null; | plugin.Provider failed: java.lang.NullPointerException
                    return java.util.List.of(); | its providers define no node
                    return java.util.List.of(NodeDefinition.of(RuleNode.class, EmptyConfiguration.INSTANCE, (c, n) -> null)); | expected @NodeType on io.millrace.rule.node.RuleNode
                    """)
    void refusesAProviderThatBringsNoNodes(String body, String reason) throws IOException {
        Path jar =
                new PluginJar()
                        .compiled(PluginJar.provider(body))
                        .naming("plugin.Provider")
                        .writeTo(jar("p.jar"));

        assertRefused(jar, reason);
    }

    @Test
    void refusesATypeThatMillraceHas() throws IOException {
        Path jar = PluginJar.withType("filter.message-type-switch").writeTo(jar("one.jar"));

        assertRefused(
                jar,
                "it defines the node type filter.message-type-switch, which Millrace itself already defines");
    }

    @Test
    void refusesThingsBoardsNameOfATypeThatMillraceHas() throws IOException {
        String name = BUILT_IN.definitions().getFirst().type().alias();
        Path jar = PluginJar.withType(name).writeTo(jar("one.jar"));

        assertRefused(
                jar,
                "it defines the node type " + name + ", which Millrace itself already defines");
    }

    @Test
    void refusesATypeThatAnotherPluginHas() throws IOException {
        PluginJar.withType("test.one").writeTo(jar("one.jar"));
        Path jar = PluginJar.withType("test.one").writeTo(jar("two.jar"));

        assertRefused(jar, "it defines the node type test.one, which one.jar already defines");
    }

    @Test
    void refusesAFileInPlaceOfTheDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatThrownBy(() -> in(file))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("The plugin directory " + file + " cannot be read (")
                .hasMessageEndingWith("name another directory in MILLRACE_PLUGINS_DIR.");
    }

    @Test
    void loadsTheJarsOfSeveralDirectories() throws Exception {
        Path nodes = Files.createDirectory(directory.resolve("nodes"));
        PluginJar.withType("test.own").writeTo(nodes.resolve("own.jar"));
        PluginJar.withType("test.users").writeTo(jar("users.jar"));

        try (Plugins plugins =
                Plugins.in(
                        new Plugins.Directory(nodes, "MILLRACE_NODES_DIR"),
                        new Plugins.Directory(directory, "MILLRACE_PLUGINS_DIR"))) {
            assertThat(types(plugins.joinedTo(BUILT_IN, ports))).endsWith("test.own", "test.users");
            assertThat(plugins.descriptions(directory)).containsExactly("users.jar (test.users)");
        }
    }

    private static Plugins in(Path directory) {
        return Plugins.in(new Plugins.Directory(directory, "MILLRACE_PLUGINS_DIR"));
    }

    private Path jar(String name) {
        return directory.resolve(name);
    }

    private void assertRefused(Path jar, String... reasons) {
        assertThatThrownBy(
                        () -> {
                            try (Plugins plugins = in(directory)) {
                                plugins.joinedTo(BUILT_IN, ports);
                            }
                        })
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("The plugin " + jar + " cannot be used (")
                .hasMessageContainingAll(reasons)
                .hasMessageEndingWith("); repair the jar or remove it from that directory.");
    }

    private static List<String> types(NodeCatalogue catalogue) {
        return catalogue.definitions().stream().map(definition -> definition.type().id()).toList();
    }

    private static String labelOf(NodeDefinition<?> definition) {
        RuleNode node = NodeTester.node(definition, "{}");
        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node, NodeTester.telemetry("{}"));
        return next.labels().iterator().next();
    }
}
