// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The files for containers use only documented settings and agree with their README. No container is started. */
final class DockerFilesTest {

    private static final Path ROOT = Path.of("..");
    private static final String SINGLE = "docker/compose.yaml";
    private static final String CLUSTER = "docker/compose.cluster.yaml";

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*) \\|");
    private static final Pattern NAME = Pattern.compile("`(_?[A-Z][A-Z0-9_]+)`");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z0-9_]+)");
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^#?([A-Z0-9_]+)=");
    private static final Pattern SERVER = Pattern.compile("(?m)^ +server \\S+ ([^:]+):");

    @ParameterizedTest
    @ValueSource(strings = {SINGLE, CLUSTER})
    void giveMillraceNothingButSettingsThatAreDocumented(String file) {
        Set<String> documented = settingsIn("docs/settings.md");
        documented.addAll(settingsIn("docs/cluster.md"));
        documented.addAll(settingsIn("docker/README.md"));
        assertThat(instances(file)).isNotEmpty();
        instances(file)
                .forEach((instance, service) ->
                        assertThat(map(service, "environment").keySet())
                                .as(instance)
                                .isSubsetOf(documented));
    }

    @Test
    void askTheirUserForWhatTheirReadmeExplains() {
        Set<String> asked = namesIn(VARIABLE, text(SINGLE) + text(CLUSTER));
        assertThat(settingsIn("docker/README.md"))
                .containsAll(asked)
                .containsAll(namesIn(EXAMPLE, text("docker/.env.example")));
    }

    @Test
    void useAllThatTheirReadmeExplains() {
        assertThat(text(SINGLE) + text(CLUSTER)).contains(settingsIn("docker/README.md"));
    }

    @Test
    void balanceBetweenTheInstancesOfTheCluster() {
        assertThat(namesIn(SERVER, text("docker/haproxy.cfg")))
                .isEqualTo(instances(CLUSTER).keySet())
                .isNotEmpty();
    }

    @Test
    void giveEachInstanceOfTheClusterItsOwnName() {
        instances(CLUSTER)
                .forEach((instance, service) ->
                        assertThat(map(service, "environment"))
                                .containsEntry("MILLRACE_INSTANCE_ID", instance));
    }

    /** The services that are Millrace, by name. */
    private static Map<String, Map<String, Object>> instances(String file) {
        Map<String, Object> services = map(new Yaml().load(text(file)), "services");
        Map<String, Map<String, Object>> instances = new TreeMap<>();
        for (String name : services.keySet()) {
            Map<String, Object> service = map(services, name);
            if (String.valueOf(service.get("image")).contains("millrace")) {
                instances.put(name, service);
            }
        }
        return instances;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> parent, String name) {
        return (Map<String, Object>)
                Objects.requireNonNull(parent.get(name), () -> name + " is missing");
    }

    /**
     * The names in the first column of a file's tables. One that begins with "_" takes the place of the last word
     * before it.
     */
    private static Set<String> settingsIn(String file) {
        Set<String> settings = new TreeSet<>();
        for (String row : matches(ROW, text(file))) {
            String stem = "";
            for (String name : matches(NAME, row)) {
                if (name.startsWith("_")) {
                    settings.add(stem + name);
                } else {
                    settings.add(name);
                    stem = name.substring(0, Math.max(0, name.lastIndexOf('_')));
                }
            }
        }
        return settings;
    }

    private static Set<String> namesIn(Pattern pattern, String text) {
        return new TreeSet<>(matches(pattern, text));
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static String text(String file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
