// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.topic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** What a device publishes by the topic. The bytes are compared as they came: the topics that matter need no text. */
public enum UplinkTopic {
    TELEMETRY("v1/devices/me/telemetry", "v2/t", "v2/t/j"),
    ATTRIBUTES("v1/devices/me/attributes", "v2/a", "v2/a/j"),
    /** None of the above; the topic's text says more. */
    OTHER;

    private static final UplinkTopic[] KNOWN = {TELEMETRY, ATTRIBUTES};

    private final ByteBuf[] names;

    UplinkTopic(String... names) {
        this.names =
                Stream.of(names)
                        .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                        .map(name -> Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(name)))
                        .toArray(ByteBuf[]::new);
    }

    /** The topic whose name stands in a part of a buffer. */
    public static UplinkTopic of(ByteBuf buffer, int index, int length) {
        for (UplinkTopic topic : KNOWN) {
            for (ByteBuf name : topic.names) {
                if (name.capacity() == length
                        && ByteBufUtil.equals(name, 0, buffer, index, length)) {
                    return topic;
                }
            }
        }
        return OTHER;
    }
}
