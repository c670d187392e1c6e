// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names of frequent topics. They are recognised as bytes, so that their packets need no new string. */
public final class KnownTopics {

    /** Knows no topic. */
    public static final KnownTopics NONE = new KnownTopics(List.of());

    private record Name(String text, ByteBuf bytes) {

        static Name of(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return new Name(text, Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes)));
        }
    }

    private final Name[] names;

    /** @param topics the names, the most frequent first */
    public KnownTopics(List<String> topics) {
        names = topics.stream().map(Name::of).toArray(Name[]::new);
    }

    /** Returns the known name that equals a part of a buffer, or null. */
    @Nullable String find(ByteBuf buffer, int index, int length) {
        for (Name name : names) {
            if (name.bytes.capacity() == length
                    && ByteBufUtil.equals(name.bytes, 0, buffer, index, length)) {
                return name.text;
            }
        }
        return null;
    }
}
