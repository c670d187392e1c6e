// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.outgoing.AddressRange;
import io.millrace.rule.outgoing.AllowedTargets;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

final class SettingsTest {

    @Test
    void readsEveryVariable() throws IOException {
        Binder binder =
                binder(
                        Map.ofEntries(
                                Map.entry("MILLRACE_MQTT_PORT", "1884"),
                                Map.entry("MILLRACE_MQTT_TLS_PORT", "8884"),
                                Map.entry("MILLRACE_MQTT_TLS_CERT", "/etc/millrace/cert.pem"),
                                Map.entry("MILLRACE_MQTT_TLS_KEY", "/etc/millrace/key.pem"),
                                Map.entry("MILLRACE_MQTT_SESSION_EXPIRY", "2h"),
                                Map.entry("MILLRACE_MQTT_MAX_HALF_OPEN", "500"),
                                Map.entry("MILLRACE_MQTT_CONNECTIONS_PER_SECOND", "20"),
                                Map.entry("MILLRACE_MQTT_READ_SPACING", "7ms"),
                                Map.entry("MILLRACE_QUEUE", "MEMORY"),
                                Map.entry("MILLRACE_INSTANCE_ID", "alpha"),
                                Map.entry("MILLRACE_ADMIN_PASSWORD", "secret"),
                                Map.entry("MILLRACE_DEMO", "true"),
                                Map.entry("MILLRACE_DEMO_DEVICES", "7"),
                                Map.entry("MILLRACE_JWT_SECRET", "key")));
        assertThat(bind(binder, "millrace.mqtt", MqttSettings.class))
                .isEqualTo(
                        new MqttSettings(
                                1884,
                                new MqttSettings.Tls(
                                        8884,
                                        Path.of("/etc/millrace/cert.pem"),
                                        Path.of("/etc/millrace/key.pem")),
                                60,
                                Duration.ofHours(2),
                                500,
                                20,
                                Duration.ofMillis(7)));
        assertThat(bind(binder, "millrace", QueueSettings.class).queue())
                .isEqualTo(QueueSettings.Engine.MEMORY);
        assertThat(bind(binder, "millrace", InstanceSettings.class).instanceId())
                .isEqualTo("alpha");
        assertThat(bind(binder, "millrace", DemoSettings.class))
                .isEqualTo(new DemoSettings(true, 7));
        assertThat(bind(binder, "millrace", AccountSettings.class))
                .isEqualTo(new AccountSettings("secret", "key"));
    }

    @Test
    void readsHowLongDeadLettersAreKept() throws IOException {
        Binder binder =
                binder(
                        Map.of(
                                "MILLRACE_DEAD_LETTERS_KEPT", "7",
                                "MILLRACE_DEAD_LETTERS_PER_TENANT", "500"));

        assertThat(bind(binder, "millrace.dead-letters", DeadLetterSettings.class))
                .isEqualTo(new DeadLetterSettings(Duration.ofDays(7), 500));
    }

    @Test
    void readsHowDevicesAreClaimedAndHowLongTheirEventsAreKept() throws IOException {
        Binder binder =
                binder(
                        Map.of(
                                "MILLRACE_CLAIMS_DURATION", "1h",
                                "MILLRACE_CLAIMS_ALLOWED_BY_DEFAULT", "false",
                                "MILLRACE_DEVICE_EVENTS_KEPT", "3"));

        assertThat(bind(binder, "millrace.claims", ClaimSettings.class))
                .isEqualTo(new ClaimSettings(Duration.ofHours(1), false));
        assertThat(bind(binder, "millrace.device-events", DeviceEventSettings.class))
                .isEqualTo(new DeviceEventSettings(Duration.ofDays(3)));
    }

    @Test
    void refusesDurationsThatCannotWork() throws IOException {
        Binder binder =
                binder(
                        Map.of(
                                "MILLRACE_CLAIMS_DURATION", "366d",
                                "MILLRACE_DEVICE_EVENTS_KEPT", "0"));

        assertThatThrownBy(() -> bind(binder, "millrace.claims", ClaimSettings.class))
                .rootCause()
                .hasMessageContaining("millrace.claims.duration must be more than 0");
        assertThatThrownBy(() -> bind(binder, "millrace.device-events", DeviceEventSettings.class))
                .rootCause()
                .hasMessageContaining("millrace.device-events.kept must be more than 0");
    }

    @Test
    void readsTheLimitsOfRequestsToDevices() throws IOException {
        Binder binder =
                binder(Map.of("MILLRACE_RPC_KEPT", "2", "MILLRACE_RPC_LEAST_TIMEOUT", "1s"));

        assertThat(bind(binder, "millrace.rpc", RpcSettings.class))
                .isEqualTo(
                        new RpcSettings(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(10),
                                1_000,
                                Duration.ofDays(2)));
    }

    @ParameterizedTest
    @CsvSource({
        "MILLRACE_RPC_KEPT, 0, 'millrace.rpc.kept must be more than 0 and at most 3650 days, but is PT0S'",
        "MILLRACE_RPC_PER_DEVICE, 0, 'millrace.rpc.per-device must be from 1 to 100000, but is 0'",
        "MILLRACE_RPC_DEFAULT_TIMEOUT, 6m, 'millrace.rpc.default-timeout must be from 0s to PT5M, but is PT6M'"
    })
    void refusesInvalidLimitsOfRequestsToDevices(String variable, String value, String expected)
            throws IOException {
        Binder binder = binder(Map.of(variable, value));
        assertThatThrownBy(() -> bind(binder, "millrace.rpc", RpcSettings.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(expected);
    }

    @Test
    void readsWhereNodesMayConnectTo() throws IOException {
        Binder binder =
                binder(Map.of("MILLRACE_OUTGOING_ALLOW", "10.0.0.0/8, plant.example:80,[::1]:80"));

        assertThat(bind(binder, "millrace.outgoing", OutgoingSettings.class).targets())
                .isEqualTo(
                        AllowedTargets.of(List.of("10.0.0.0/8", "plant.example:80", "[::1]:80")));
    }

    @Test
    void refusesATargetThatItCannotRead() throws IOException {
        Binder binder = binder(Map.of("MILLRACE_OUTGOING_ALLOW", "10.0.0.0/8,10.0.0.1/8"));

        assertThatThrownBy(() -> bind(binder, "millrace.outgoing", OutgoingSettings.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "millrace.outgoing.allow: expected an address, a range such as 10.0.0.0/8 or a host name, "
                                + "each with a port or without, got \"10.0.0.1/8\"");
    }

    @ParameterizedTest
    @CsvSource({
        "MILLRACE_DEAD_LETTERS_KEPT, 0, 'millrace.dead-letters.kept must be more than 0 "
                + "and at most 36500 days, but is PT0S'",
        "MILLRACE_DEAD_LETTERS_PER_TENANT, 0, 'millrace.dead-letters.per-tenant must be 1 or more, but is 0'"
    })
    void refusesToKeepNoDeadLetters(String variable, String value, String expected)
            throws IOException {
        Binder binder = binder(Map.of(variable, value));
        assertThatThrownBy(() -> bind(binder, "millrace.dead-letters", DeadLetterSettings.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(expected);
    }

    @Test
    void hasTheDefaultsOfTheDocumentation() throws IOException {
        Binder binder = binder(Map.of());
        assertThat(bind(binder, "millrace.mqtt", MqttSettings.class))
                .isEqualTo(
                        new MqttSettings(
                                1883,
                                new MqttSettings.Tls(8883, null, null),
                                60,
                                Duration.ofDays(1),
                                10_000,
                                0,
                                Duration.ofMillis(2)));
        assertThat(bind(binder, "millrace", QueueSettings.class).queue())
                .isEqualTo(QueueSettings.Engine.MEMORY);
        assertThat(bind(binder, "millrace", DemoSettings.class).demoDevices()).isZero();
        assertThat(bind(binder, "millrace", AccountSettings.class))
                .isEqualTo(new AccountSettings(null, null));
        assertThat(bind(binder, "millrace.dead-letters", DeadLetterSettings.class))
                .isEqualTo(new DeadLetterSettings(Duration.ofDays(30), 1_000_000));
        assertThat(bind(binder, "millrace.claims", ClaimSettings.class))
                .isEqualTo(new ClaimSettings(Duration.ofHours(24), true));
        assertThat(bind(binder, "millrace.device-events", DeviceEventSettings.class))
                .isEqualTo(new DeviceEventSettings(Duration.ofDays(7)));
        assertThat(bind(binder, "millrace.rule-chains", RuleChainSettings.class).versions())
                .isEqualTo(1_000);
        assertThat(bind(binder, "millrace.outgoing", OutgoingSettings.class).allow()).isEmpty();
        assertThat(bind(binder, "millrace.postgres", PostgresSettings.class).port()).isZero();
        assertThat(bind(binder, "millrace.cluster", PeerSettings.class))
                .isEqualTo(new PeerSettings(null, Duration.ofSeconds(2)));
        assertThat(binder.bind("millrace.data-dir", String.class).get()).isEqualTo("./data");
        assertThat(binder.bind("server.port", Integer.class).get()).isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource({
        "MILLRACE_MQTT_PORT, 70000, 'millrace.mqtt.port must be a port from 0 to 65535, but is 70000'",
        "MILLRACE_MQTT_TLS_PORT, -1, 'millrace.mqtt.tls.port must be a port from 0 to 65535, but is -1'",
        "MILLRACE_MQTT_GUESSES_PER_MINUTE, -1, 'millrace.mqtt.guesses-per-minute must be from 0 to 1000000, but is -1'",
        "MILLRACE_MQTT_SESSION_EXPIRY, 366d, 'millrace.mqtt.session-expiry must be from 0s to 365d, but is PT8784H'",
        "MILLRACE_MQTT_MAX_HALF_OPEN, 0, 'millrace.mqtt.max-half-open must be from 1 to 1000000, but is 0'",
        "MILLRACE_MQTT_READ_SPACING, 101ms, 'millrace.mqtt.read-spacing must be from 0 to 100ms, but is PT0.101S'",
        "MILLRACE_MQTT_CONNECTIONS_PER_SECOND, -1, 'millrace.mqtt.connections-per-second must be from 0 to 1000000, "
                + "but is -1'",
        "MILLRACE_MQTT_TLS_KEY, key.pem, 'millrace.mqtt.tls.cert and millrace.mqtt.tls.key must be set together, "
                + "but only one of them is set'"
    })
    void refusesWhatMqttCannotUse(String variable, String value, String expected)
            throws IOException {
        Binder binder = binder(Map.of(variable, value));
        assertThatThrownBy(() -> bind(binder, "millrace.mqtt", MqttSettings.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(expected);
    }

    @Test
    void readsTheLimitsOfRequestsOverHttp() throws IOException {
        HttpSettings defaults = bind(binder(Map.of()), "millrace.http", HttpSettings.class);
        assertThat(defaults).isEqualTo(new HttpSettings(null, Duration.ofMinutes(2), List.of()));
        assertThat(defaults.bodyBytesOf(1L << 30)).isEqualTo(128L << 20);
        assertThat(defaults.bodyBytesOf(64L << 20)).isEqualTo(32L << 20);

        HttpSettings chosen =
                bind(
                        binder(
                                Map.of(
                                        "MILLRACE_HTTP_BODY_MEMORY", "48MB",
                                        "MILLRACE_HTTP_BODY_TIMEOUT", "30s",
                                        "MILLRACE_HTTP_TRUSTED_PROXIES", "10.0.0.0/8, ::1")),
                        "millrace.http",
                        HttpSettings.class);
        assertThat(chosen.bodyBytesOf(1L << 30)).isEqualTo(48L << 20);
        assertThat(chosen.bodyTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(chosen.proxies())
                .containsExactly(AddressRange.of("10.0.0.0/8"), AddressRange.of("::1"));
    }

    @ParameterizedTest
    @CsvSource({
        "MILLRACE_HTTP_BODY_MEMORY, 1MB, 'millrace.http.body-memory must be at least 32 MB, but is 1048576B'",
        "MILLRACE_HTTP_BODY_TIMEOUT, 0s, 'millrace.http.body-timeout must be from 1s to 1h, but is PT0S'",
        "MILLRACE_HTTP_TRUSTED_PROXIES, proxy, 'millrace.http.trusted-proxies must be addresses or ranges such as "
                + "10.0.0.0/8, but has \"proxy\"'"
    })
    void refusesLimitsOfRequestsThatCannotWork(String variable, String value, String expected)
            throws IOException {
        Binder binder = binder(Map.of(variable, value));
        assertThatThrownBy(() -> bind(binder, "millrace.http", HttpSettings.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(expected);
    }

    @Test
    void readsHowInstancesReachEachOther() throws IOException {
        Binder binder =
                binder(
                        Map.of(
                                "MILLRACE_CLUSTER_URL", "https://one.example:8443",
                                "MILLRACE_CLUSTER_ANSWER_WITHIN", "500ms"));

        PeerSettings settings = bind(binder, "millrace.cluster", PeerSettings.class);

        assertThat(settings.address()).contains(URI.create("https://one.example:8443"));
        assertThat(settings.answerWithin()).isEqualTo(Duration.ofMillis(500));
        assertThat(new PeerSettings(" ", Duration.ofSeconds(2)).address()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one.example:8080",
                "ftp://one.example",
                "http://one.example/path",
                "http://user@one.example",
                "http://one.example?a=b",
                "http:///",
                "http://one example"
            })
    void refusesAnAddressOfAnInstanceThatIsNone(String url) {
        assertThatThrownBy(() -> new PeerSettings(url, Duration.ofSeconds(2)))
                .hasMessage(
                        "millrace.cluster.url must be an address like http://10.0.0.7:8080 without a path, but is \"%s\""
                                .formatted(url));
    }

    @Test
    void refusesToWaitForNoAnswerOrForever() {
        assertThatThrownBy(() -> new PeerSettings(null, Duration.ZERO))
                .hasMessage(
                        "millrace.cluster.answer-within must be more than 0 and at most 30 s, but is PT0S");
        assertThatThrownBy(() -> new PeerSettings(null, Duration.ofSeconds(31)))
                .hasMessageEndingWith("but is PT31S");
    }

    @Test
    void refusesToKeepNoVersionOfAChain() {
        assertThatThrownBy(() -> new RuleChainSettings(0))
                .hasMessage("millrace.rule-chains.versions must be 1 or more, but is 0");
    }

    @Test
    void refusesANegativeNumberOfDemoDevices() {
        assertThatThrownBy(() -> new DemoSettings(true, -1))
                .hasMessage("millrace.demo-devices must not be negative, but is -1");
    }

    @Test
    void readsWherePluginsLie() throws IOException {
        assertThat(bind(binder(Map.of()), "millrace.plugins", PluginSettings.class).dir())
                .isEqualTo(Path.of("plugins"));
        assertThat(
                        bind(
                                        binder(Map.of("MILLRACE_PLUGINS_DIR", "/opt/plugins")),
                                        "millrace.plugins",
                                        PluginSettings.class)
                                .dir())
                .isEqualTo(Path.of("/opt/plugins"));
    }

    @Test
    void refusesABlankDirectoryOfPlugins() throws IOException {
        Binder binder = binder(Map.of("MILLRACE_PLUGINS_DIR", ""));
        assertThatThrownBy(() -> bind(binder, "millrace.plugins", PluginSettings.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("millrace.plugins.dir must name a directory, but is blank");
    }

    @Test
    void takesABlankPasswordForNone() {
        assertThat(new AccountSettings(" ", "").chosenPassword()).isEmpty();
        assertThat(new AccountSettings(" ", "").chosenSecret()).isEmpty();
    }

    @Test
    void showsNoPassword() {
        assertThat(new AccountSettings("hidden", "hidden")).asString().doesNotContain("hidden");
    }

    private static <T> T bind(Binder binder, String prefix, Class<T> type) {
        return binder.bindOrCreate(prefix, type);
    }

    private static Binder binder(Map<String, Object> variables) throws IOException {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                new HashMap<>(variables)));
        new YamlPropertySourceLoader()
                .load("defaults", new ClassPathResource("application.yaml"))
                .forEach(environment.getPropertySources()::addLast);
        ConfigurationPropertySources.attach(environment);
        return Binder.get(environment);
    }

    @ParameterizedTest
    @CsvSource({
        "/opt/millrace/millrace.jar, /opt/millrace/nodes",
        "/home/a%20b/target/classes/, /home/a b/target/nodes",
        "nested:/opt/millrace.jar/!BOOT-INF/classes/!/, /opt/nodes"
    })
    void nodesAreBesideTheServiceUnlessADirectoryIsSet(String location, Path expected) {
        assertThat(NodesSettings.beside(location)).isEqualTo(expected);
        assertThat(new NodesSettings(Path.of("elsewhere")).directory())
                .isEqualTo(Path.of("elsewhere"));
    }

    @Test
    void nodesOfAServiceThatWasMovedAfterItsAotCacheWasMadeAreBesideItsClassPath() {
        assertThat(NodesSettings.besideTheService(null, "/opt/moved/millrace.jar"))
                .isEqualTo(Path.of("/opt/moved/nodes"));
        assertThat(NodesSettings.besideTheService(null, "app/millrace.jar"))
                .isEqualTo(Path.of("app/nodes").toAbsolutePath());
    }
}
