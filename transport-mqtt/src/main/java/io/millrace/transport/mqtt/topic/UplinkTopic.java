// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.topic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The kind of a topic to which devices publish. Known topics are compared as bytes, without creating a string. */
public enum UplinkTopic {
    TELEMETRY,
    ATTRIBUTES,
    /** None of the above; the topic's text is needed. */
    OTHER;

    private record Name(ByteBuf bytes, UplinkTopic topic) {}

    private static final Name[] NAMES = {
        name("v1/devices/me/telemetry", TELEMETRY),
        name("v1/devices/me/attributes", ATTRIBUTES),
        name("v2/t", TELEMETRY),
        name("v2/t/j", TELEMETRY),
        name("v2/a", ATTRIBUTES),
        name("v2/a/j", ATTRIBUTES)
    };

    private static Name name(String text, UplinkTopic topic) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return new Name(Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes)), topic);
    }

    /** Returns the kind of the topic whose name is in a part of a buffer. */
    public static UplinkTopic of(ByteBuf buffer, int index, int length) {
        for (Name name : NAMES) {
            if (name.bytes.capacity() == length
                    && ByteBufUtil.equals(name.bytes, 0, buffer, index, length)) {
                return name.topic;
            }
        }
        return OTHER;
    }
}
