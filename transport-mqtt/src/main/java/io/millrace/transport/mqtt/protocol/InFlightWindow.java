// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

/** The messages of one connection that are not safe yet. Used on the connection's event loop only. */
final class InFlightWindow {

    private final int maxMessages;
    private final int maxBytes;
    private int messages;
    private int bytes;

    /** Creates a window that is full at this number of messages or bytes, whichever is reached first. */
    public InFlightWindow(int maxMessages, int maxBytes) {
        if (maxMessages < 1 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "expected room for a message, but got %d messages and %d bytes"
                            .formatted(maxMessages, maxBytes));
        }
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
    }

    /** Adds messages. They may exceed the window; it is full then. */
    public void enter(int count, int size) {
        messages += count;
        bytes += size;
    }

    /** Removes messages that are safe. */
    public void leave(int count, int size) {
        messages -= count;
        bytes -= size;
    }

    /** True if reading should pause. */
    public boolean isFull() {
        return messages >= maxMessages || bytes >= maxBytes;
    }

    /** True if half of the window is free, so that reading may resume. */
    public boolean isHalfFree() {
        return messages <= maxMessages / 2 && bytes <= maxBytes / 2;
    }

    /** True if all messages are safe. */
    public boolean isEmpty() {
        return messages == 0;
    }
}
