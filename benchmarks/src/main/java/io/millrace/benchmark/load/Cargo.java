// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** What the messages of a connection carry. Messages are numbered from 0. */
interface Cargo {

    /** The device that connects. */
    Device device();

    /** Number of readings in each message. */
    int readings();

    /** Number of messages in which each device has one reading. */
    int round();

    /** Writes the PUBLISH of a message. */
    void write(ByteBuf packets, int packetId, int number);

    /** Tells of a reading of a message that is sent. */
    void tell(Publisher.Outgoing outgoing, int number, long nanoTime);

    /** The readings in the given messages, by device. */
    List<Published> published(Sent sent);
}
