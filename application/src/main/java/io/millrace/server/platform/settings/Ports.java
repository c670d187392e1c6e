// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

/** The rule for every setting that is a TCP port. */
final class Ports {

    private static final int HIGHEST = 65_535;

    private Ports() {}

    static void check(String setting, int port) {
        if (port < 0 || port > HIGHEST) {
            throw new IllegalArgumentException(
                    setting + " must be a port from 0 to " + HIGHEST + ", not " + port);
        }
    }
}
