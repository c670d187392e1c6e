// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.codec;

import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Messages with random content in every field; the same seed gives the same messages. */
final class RandomMessages {

    private final RandomGenerator random;

    RandomMessages(long seed) {
        random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
    }

    RuleMessage next() {
        return new RuleMessage(
                uuid(),
                new TenantId(uuid()),
                new EntityId(oneOf(EntityType.values()), uuid()),
                random.nextBoolean() ? new CustomerId(uuid()) : null,
                text(),
                metadata(),
                oneOf(DataType.values()),
                payload(),
                random.nextLong(),
                random.nextBoolean() ? text() : null,
                random.nextBoolean() ? entry() : null);
    }

    /** The bytes with one to eight of them replaced. */
    byte[] corrupted(byte[] bytes) {
        byte[] result = bytes.clone();
        int changes = random.nextInt(1, 9);
        for (int i = 0; i < changes; i++) {
            result[random.nextInt(result.length)] = (byte) random.nextInt();
        }
        return result;
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Up to 12 code points of the whole of Unicode, without surrogates, which are half a character. */
    private String text() {
        int[] codePoints =
                random.ints(random.nextInt(13), 0, Character.MAX_CODE_POINT + 1)
                        .filter(codePoint ->
                                codePoint < Character.MIN_SURROGATE
                                        || codePoint > Character.MAX_SURROGATE)
                        .toArray();
        return new String(codePoints, 0, codePoints.length);
    }

    private Metadata metadata() {
        Map<String, String> values = new LinkedHashMap<>();
        int size = random.nextInt(6);
        for (int i = 0; i < size; i++) {
            values.put(text(), text());
        }
        return Metadata.of(values);
    }

    /** A slice of a larger buffer. */
    private Payload payload() {
        byte[] buffer = new byte[random.nextInt(300)];
        random.nextBytes(buffer);
        int offset = random.nextInt(buffer.length + 1);
        return Payload.of(buffer, offset, random.nextInt(buffer.length - offset + 1));
    }

    private EntryPoint entry() {
        @Nullable RuleNodeId node = random.nextBoolean() ? new RuleNodeId(uuid()) : null;
        @Nullable String label = node != null && random.nextBoolean() ? text() : null;
        List<EntryPoint.Caller> callers =
                Stream.generate(() -> new EntryPoint.Caller(chain(), new RuleNodeId(uuid())))
                        .limit(random.nextInt(4))
                        .toList();
        return new EntryPoint(chain(), node, label, callers);
    }

    private RuleChainId chain() {
        return new RuleChainId(uuid());
    }
}
