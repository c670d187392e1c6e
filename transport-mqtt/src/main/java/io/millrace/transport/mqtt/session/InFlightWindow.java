// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

/** How much of what one connection sent is not safe yet. Used on the connection's event loop only. */
public final class InFlightWindow {

    private final int maxMessages;
    private final int maxBytes;
    private int messages;
    private int bytes;

    /** A window that is full at that many messages or bytes, whichever comes first. */
    public InFlightWindow(int maxMessages, int maxBytes) {
        if (maxMessages < 1 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "expected room for a message, but got %d messages and %d bytes"
                            .formatted(maxMessages, maxBytes));
        }
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
    }

    /** Takes messages in. What came may overrun the window; it is full then. */
    public void enter(int count, int size) {
        messages += count;
        bytes += size;
    }

    /** Lets messages go that are safe now. */
    public void leave(int count, int size) {
        messages -= count;
        bytes -= size;
    }

    /** Whether no more should be read. */
    public boolean isFull() {
        return messages >= maxMessages || bytes >= maxBytes;
    }

    /** Whether there is enough room to read again: half of the window. */
    public boolean isHalfFree() {
        return messages <= maxMessages / 2 && bytes <= maxBytes / 2;
    }

    /** Whether everything is safe. */
    public boolean isEmpty() {
        return messages == 0;
    }
}
