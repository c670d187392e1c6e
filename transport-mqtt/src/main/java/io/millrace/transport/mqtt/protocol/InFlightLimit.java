// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

/**
 * How much of one connection may be unsafe before the server stops reading from it.
 *
 * @param messages number of PUBLISH packets; announced to MQTT 5 clients as Receive Maximum
 * @param bytes total size of their payloads, and 256 bytes for each message that they become: a gateway's packet becomes
 *     one for each device
 */
public record InFlightLimit(int messages, int bytes) {

    /** 64 packets, 256 KiB. */
    public static final InFlightLimit DEFAULT = new InFlightLimit(64, 256 * 1024);

    public InFlightLimit {
        if (messages < 1 || messages > 65_535) {
            throw new IllegalArgumentException("messages: expected 1 to 65535, got " + messages);
        }
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes: expected 1 or more, got " + bytes);
        }
    }
}
