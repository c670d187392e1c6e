// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.PortInUseException;

/** Finds the message for the operator in the chain of causes of a failed start. */
final class StartFailure {

    /** Longer than any real chain of causes; ends a cyclic one. */
    private static final int LONGEST_CHAIN = 100;

    private StartFailure() {}

    /** Returns the message, or empty if the operator cannot remove the cause. */
    static Optional<String> sentence(Throwable failure) {
        return chain(failure).stream().flatMap(cause -> sentenceOf(cause).stream()).findFirst();
    }

    private static List<Throwable> chain(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(LONGEST_CHAIN)
                .toList();
    }

    private static Optional<String> sentenceOf(Throwable failure) {
        return switch (failure) {
            case StartException e -> Optional.of(oneLine(e.getMessage()));
            case PortInUseException e -> Optional.of(httpPortTaken(e.getPort()));
            case java.net.BindException e -> Optional.of(somePortTaken(e));
            case BindException e -> Optional.of(BadSetting.sentence(e, chain(e).getLast()));
            case InvalidConfigurationPropertyValueException e ->
                    Optional.of(BadSetting.sentence(e));
            case FlywayException e -> Optional.of(noSchema(e));
            default -> Optional.empty();
        };
    }

    private static String httpPortTaken(int port) {
        return "The HTTP port "
                + port
                + " is in use; stop the program that uses it, or choose another port in SERVER_PORT.";
    }

    private static String somePortTaken(java.net.BindException e) {
        return "A port cannot be opened ("
                + oneLine(e.getMessage())
                + "); stop the program that uses it, or choose other ports in SERVER_PORT and MILLRACE_MQTT_PORT.";
    }

    private static String noSchema(FlywayException e) {
        return "The database tables cannot be migrated to the version of this program: "
                + oneLine(e.getMessage());
    }

    private static String oneLine(@Nullable String message) {
        return message == null ? "" : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
