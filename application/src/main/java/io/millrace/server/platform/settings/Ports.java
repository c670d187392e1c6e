// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

/** Checks settings that are TCP ports. */
final class Ports {

    private static final int HIGHEST = 65_535;

    private Ports() {}

    static void check(String setting, int port) {
        if (port < 0 || port > HIGHEST) {
            throw new IllegalArgumentException(
                    setting + " must be a port from 0 to " + HIGHEST + ", but is " + port);
        }
    }
}
