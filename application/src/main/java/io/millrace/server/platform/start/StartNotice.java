// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.List;

/**
 * A part of the console output when the service is ready. Each bean of this type is called once, at that time; its
 * lines are printed unchanged.
 */
public interface StartNotice {

    /** The position of the part. */
    Section section();

    /** The lines; may be empty. */
    List<String> lines();

    /** The parts, in the order in which they are printed. */
    enum Section {
        /** The URL of the web UI. */
        WEB_UI,
        /** The accounts that can sign in. */
        ACCOUNTS,
        /** The address for devices. */
        MQTT,
        /** The plugins that were loaded. */
        PLUGINS,
        /** A device to try, and how to send a first reading. */
        DEMO_DEVICE
    }
}
