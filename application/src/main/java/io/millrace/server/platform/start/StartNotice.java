// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.List;

/**
 * A part of what the console says when the service is ready. Every bean of this type is asked once, then; what it answers is printed
 * as it stands.
 */
public interface StartNotice {

    /** Where the part stands among the others. */
    Section section();

    /** The lines; none if there is nothing to say this time. */
    List<String> lines();

    /** The parts, in the order in which they are printed. */
    enum Section {
        /** The URL of the web UI. */
        WEB_UI,
        /** Who can sign in. */
        ACCOUNTS,
        /** The address for devices. */
        MQTT,
        /** The plugins that were loaded. */
        PLUGINS,
        /** A device to try, and how to send a first reading. */
        DEMO_DEVICE
    }
}
