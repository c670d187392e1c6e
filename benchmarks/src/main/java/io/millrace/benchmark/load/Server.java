// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * The server on this machine, and the administrator who signs in there.
 *
 * @param http port of its REST API
 * @param mqtt port of its MQTT
 * @param user e-mail address of the administrator
 * @param password password of the administrator
 */
public record Server(int http, int mqtt, String user, String password) {

    private static final int MOST_PORT = 65_535;

    /**
     * Takes the options {@code --http}, {@code --mqtt}, {@code --password}, and the one with the user.
     *
     * @param userOption name of the option with the e-mail address of the administrator
     * @param user the address if it is not given
     * @throws LoadException if one of them is not valid
     */
    static Server read(Arguments given, String userOption, String user) {
        return new Server(
                given.number("http", 8080, 1, MOST_PORT),
                given.number("mqtt", 1883, 1, MOST_PORT),
                given.text(userOption, user),
                given.text("password", ""));
    }

    /** @throws LoadException if there is no password */
    void requirePassword() {
        if (password.isEmpty()) {
            throw new LoadException("--password: expected the password of " + user + ".");
        }
    }

    /** The failure of a run whose server does not listen. */
    LoadException isAbsent() {
        return new LoadException(
                "No server answers at http://127.0.0.1:%d: is it there, and --http right?"
                        .formatted(http));
    }
}
