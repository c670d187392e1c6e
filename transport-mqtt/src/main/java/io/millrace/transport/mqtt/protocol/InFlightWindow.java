// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

/** The PUBLISH packets of one connection that are not safe yet. Used on the connection's event loop only. */
final class InFlightWindow {

    private final int maxPublishes;
    private final int maxBytes;
    private int publishes;
    private int bytes;

    /** Creates a window that is full at this number of packets or bytes, whichever is reached first. */
    public InFlightWindow(int maxPublishes, int maxBytes) {
        if (maxPublishes < 1 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "room for a PUBLISH: must be 1 or more packets and bytes, but is %d packets and %d bytes"
                            .formatted(maxPublishes, maxBytes));
        }
        this.maxPublishes = maxPublishes;
        this.maxBytes = maxBytes;
    }

    /** Adds a packet. It may exceed the window, which is full then. */
    public void enter(int size) {
        publishes++;
        bytes += size;
    }

    /** Removes a packet whose messages are safe. */
    public void leave(int size) {
        publishes--;
        bytes -= size;
    }

    /** True if reading should pause. */
    public boolean isFull() {
        return publishes >= maxPublishes || bytes >= maxBytes;
    }

    /** True if half of the window is free, so that reading may resume. */
    public boolean isHalfFree() {
        return publishes <= maxPublishes / 2 && bytes <= maxBytes / 2;
    }

    /** True if all packets are safe. */
    public boolean isEmpty() {
        return publishes == 0;
    }
}
