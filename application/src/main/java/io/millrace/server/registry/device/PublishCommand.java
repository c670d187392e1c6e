// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A command for a POSIX shell that publishes a reading as a device.
 *
 * @param credentials the options that sign the device in
 */
record PublishCommand(List<String> credentials, boolean overTls) {

    private static final Pattern PLAIN_WORD = Pattern.compile("[\\w.:@%/+-]+");
    private static final String TOPIC = "v1/devices/me/telemetry";
    static final String READING = "{\"temperature\": 25}";

    static PublishCommand of(DeviceCredentials credentials, JsonMapper json) {
        return switch (credentials.credentialsType()) {
            case ACCESS_TOKEN ->
                    new PublishCommand(List.of("-u", credentials.credentialsId()), false);
            case MQTT_BASIC -> {
                String value = Objects.requireNonNull(credentials.credentialsValue());
                MqttBasic basic = json.readValue(value, MqttBasic.class);
                List<String> options = new ArrayList<>();
                add(options, "-i", basic.clientId());
                add(options, "-u", basic.userName());
                add(options, "-P", basic.password());
                yield new PublishCommand(options, false);
            }
            case X509_CERTIFICATE, LWM2M_CREDENTIALS ->
                    throw new IllegalStateException("Credentials of this type are never stored");
        };
    }

    private static void add(List<String> options, String option, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            options.addAll(List.of(option, value));
        }
    }

    PublishCommand withTls() {
        return new PublishCommand(credentials, true);
    }

    /** The command for a server; brackets around an IPv6 address are removed. */
    String text(String host, int port) {
        List<String> words = new ArrayList<>(List.of("mosquitto_pub", "-d", "-q", "1"));
        if (overTls) {
            words.add("--tls-use-os-certs");
        }
        words.addAll(List.of("-h", host.replaceAll("[\\[\\]]", ""), "-p", Integer.toString(port)));
        words.addAll(List.of("-t", TOPIC));
        words.addAll(credentials);
        words.addAll(List.of("-m", READING));
        return String.join(" ", words.stream().map(PublishCommand::quoted).toList());
    }

    private static String quoted(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "PublishCommand[overTls=%s]".formatted(overTls);
    }
}
