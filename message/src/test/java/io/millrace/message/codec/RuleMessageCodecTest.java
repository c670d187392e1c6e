// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RuleMessageCodecTest {

    private static final RuleChainId CHAIN = new RuleChainId(new UUID(51, 52));
    private static final RuleNodeId NODE = new RuleNodeId(new UUID(53, 54));
    private static final RuleMessage SPARSE =
            new RuleMessage(
                    new UUID(1, 2),
                    new TenantId(new UUID(3, 4)),
                    new EntityId(EntityType.DEVICE, new UUID(6, 7)),
                    null,
                    "POST_TELEMETRY_REQUEST",
                    Metadata.EMPTY,
                    DataType.JSON,
                    Payload.ofText("{\"t\":1}"),
                    1_700_000_000_000L,
                    null,
                    null);
    private static final RuleMessage FULL =
            new RuleMessage(
                    new UUID(-1, Long.MIN_VALUE),
                    new TenantId(new UUID(3, 4)),
                    new EntityId(EntityType.ASSET, new UUID(6, 7)),
                    new CustomerId(new UUID(8, 9)),
                    "Eigener Typ für 温度",
                    Metadata.of("zone", "north", "deviceName", "Fühler 7", "a", ""),
                    DataType.BINARY,
                    Payload.of(new byte[] {0, -1, -128, 127}),
                    -5,
                    "HighPriority",
                    new EntryPoint(
                            CHAIN,
                            NODE,
                            "Success",
                            List.of(
                                    new EntryPoint.Caller(
                                            new RuleChainId(new UUID(61, 62)),
                                            new RuleNodeId(new UUID(63, 64))),
                                    new EntryPoint.Caller(
                                            new RuleChainId(new UUID(65, 66)),
                                            new RuleNodeId(new UUID(67, 68))))));

    static long[] seeds() {
        return ThreadLocalRandom.current().longs(3).toArray();
    }

    @Test
    void everyFieldIsReadBackAsItWasWritten() {
        RuleMessage decoded = roundTrip(FULL);

        assertThat(decoded).isEqualTo(FULL);
        assertThat(decoded.metadata().values().keySet()).containsExactly("zone", "deviceName", "a");
    }

    @Test
    void absentFieldsStayAbsent() {
        RuleMessage decoded = roundTrip(SPARSE);

        assertThat(decoded).isEqualTo(SPARSE);
        assertThat(decoded.customer()).isNull();
        assertThat(decoded.queue()).isNull();
        assertThat(decoded.entry()).isNull();
        assertThat(decoded.metadata().values()).isEmpty();
    }

    @Test
    void anEmptyQueueNameIsNotAnAbsentOne() {
        assertThat(roundTrip(SPARSE.withQueue("")).queue()).isEmpty();
    }

    @Test
    void anEntryPointNeedsNeitherNodeNorLabelNorCallers() {
        RuleMessage atChain = SPARSE.withEntry(EntryPoint.firstNodeOf(CHAIN));
        RuleMessage atNode = SPARSE.withEntry(EntryPoint.at(CHAIN, NODE));

        assertThat(roundTrip(atChain)).isEqualTo(atChain);
        assertThat(roundTrip(atNode)).isEqualTo(atNode);
    }

    @ParameterizedTest
    @EnumSource
    void everyEntityTypeCanBeTheOriginator(EntityType type) {
        RuleMessage message = SPARSE.withOriginator(new EntityId(type, new UUID(6, 7)));

        assertThat(roundTrip(message)).isEqualTo(message);
    }

    @ParameterizedTest
    @EnumSource
    void everyDataTypeIsReadBack(DataType dataType) {
        RuleMessage message =
                new RuleMessage(
                        SPARSE.id(),
                        SPARSE.tenant(),
                        SPARSE.originator(),
                        null,
                        SPARSE.type(),
                        Metadata.EMPTY,
                        dataType,
                        SPARSE.payload(),
                        SPARSE.ts(),
                        null,
                        null);

        assertThat(roundTrip(message)).isEqualTo(message);
    }

    @Test
    void bytesWithTheFieldNumbersOfTheFirstVersionAreRead() throws IOException {
        byte[] bytes =
                written(out -> {
                    writeMandatoryFields(out, "ASSET");
                    out.writeFixed64(8, 8);
                    out.writeFixed64(9, 9);
                    out.writeString(10, "CUSTOM");
                    out.writeString(11, "key");
                    out.writeString(11, "value");
                    out.writeEnum(12, 2);
                    out.writeByteArray(13, new byte[] {0, -1});
                    out.writeInt64(14, 1234);
                    out.writeString(15, "Main");
                    out.writeByteArray(16, entryOfTheFirstVersion());
                });

        assertThat(RuleMessageCodec.decode(bytes))
                .isEqualTo(
                        new RuleMessage(
                                new UUID(1, 2),
                                new TenantId(new UUID(3, 4)),
                                new EntityId(EntityType.ASSET, new UUID(6, 7)),
                                new CustomerId(new UUID(8, 9)),
                                "CUSTOM",
                                Metadata.of("key", "value"),
                                DataType.BINARY,
                                Payload.of(new byte[] {0, -1}),
                                1234,
                                "Main",
                                new EntryPoint(
                                        CHAIN,
                                        NODE,
                                        "Success",
                                        List.of(
                                                new EntryPoint.Caller(
                                                        new RuleChainId(new UUID(61, 62)),
                                                        new RuleNodeId(new UUID(63, 64)))))));
    }

    private static byte[] entryOfTheFirstVersion() throws IOException {
        byte[] caller =
                written(out -> {
                    out.writeFixed64(1, 61);
                    out.writeFixed64(2, 62);
                    out.writeFixed64(3, 63);
                    out.writeFixed64(4, 64);
                });
        return written(out -> {
            out.writeFixed64(1, 51);
            out.writeFixed64(2, 52);
            out.writeFixed64(3, 53);
            out.writeFixed64(4, 54);
            out.writeString(5, "Success");
            out.writeByteArray(6, caller);
        });
    }

    @Test
    void unknownFieldsAreIgnored() throws IOException {
        byte[] unknown =
                written(out -> {
                    out.writeString(1000, "of a later version");
                    out.writeInt64(1001, -1);
                    out.writeByteArray(1002, new byte[] {1, 2, 3});
                });
        byte[] known = RuleMessageCodec.encode(FULL);

        assertThat(RuleMessageCodec.decode(concatenated(known, unknown))).isEqualTo(FULL);
        assertThat(RuleMessageCodec.decode(concatenated(unknown, known))).isEqualTo(FULL);
    }

    @Test
    void aLargePayloadIsReadBackByteForByte() {
        byte[] bytes = new byte[16 * 1024 * 1024];
        RandomGeneratorFactory.of("SplittableRandom").create(7).nextBytes(bytes);

        assertThat(roundTrip(SPARSE.withPayload(Payload.of(bytes))).payload().bytes())
                .isEqualTo(bytes);
    }

    @Test
    void onlyThePayloadsSliceOfItsBufferIsWritten() {
        byte[] buffer = "before{\"t\":1}after".getBytes(StandardCharsets.UTF_8);
        RuleMessage slice = SPARSE.withPayload(Payload.of(buffer, 6, 7));

        assertThat(RuleMessageCodec.encode(slice)).isEqualTo(RuleMessageCodec.encode(SPARSE));
    }

    @Test
    void aPayloadThatIsNotJsonIsReadBackUnparsed() {
        RuleMessage message = SPARSE.withPayload(Payload.ofText("{ \"t\" :1,}  "));

        assertThat(roundTrip(message).payload().text()).isEqualTo("{ \"t\" :1,}  ");
    }

    @Test
    void halfASurrogatePairBecomesAQuestionMark() {
        RuleMessage message = SPARSE.withMetadata(Metadata.of("name", "a\ud83db"));

        assertThat(roundTrip(message).metadata().get("name")).isEqualTo("a?b");
    }

    @Test
    void bytesThatEndInsideThePayloadAreRefused() throws IOException {
        byte[] bytes =
                written(out -> {
                    writeMandatoryFields(out, "DEVICE");
                    out.writeByteArray(13, new byte[100]);
                });

        for (int missing = 1; missing <= 100; missing++) {
            byte[] truncated = Arrays.copyOf(bytes, bytes.length - missing);
            assertThatIllegalArgumentException()
                    .as("%d bytes missing", missing)
                    .isThrownBy(() -> RuleMessageCodec.decode(truncated))
                    .withMessageStartingWith(
                            "Invalid message of %d bytes: ".formatted(truncated.length))
                    .withCauseInstanceOf(InvalidProtocolBufferException.class);
        }
    }

    /** Protobuf cannot tell bytes that end after a field from a message without the later fields. */
    @Test
    void truncatedBytesAreRefusedOrLackTheLastFields() {
        byte[] bytes = RuleMessageCodec.encode(FULL);

        for (int length = 0; length < bytes.length; length++) {
            assertRefusedOrOtherThan(FULL, Arrays.copyOf(bytes, length));
        }
    }

    @Test
    void noBytesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleMessageCodec.decode(new byte[0]))
                .withMessage("Invalid message: unknown originator type \"\"");
    }

    @Test
    void textIsRefused() {
        byte[] text = "{\"temperature\": 42}".getBytes(StandardCharsets.UTF_8);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleMessageCodec.decode(text))
                .withMessageStartingWith("Invalid message of 19 bytes: ");
    }

    @Test
    void anUnknownOriginatorTypeIsRefusedByName() throws IOException {
        byte[] bytes = written(out -> writeMandatoryFields(out, "ENTITY_GROUP"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleMessageCodec.decode(bytes))
                .withMessage("Invalid message: unknown originator type \"ENTITY_GROUP\"");
    }

    @Test
    void anUnknownDataTypeIsRefusedByNumber() throws IOException {
        byte[] bytes =
                written(out -> {
                    writeMandatoryFields(out, "DEVICE");
                    out.writeEnum(12, 17);
                });

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleMessageCodec.decode(bytes))
                .withMessage("Invalid message: unknown data type 17");
    }

    @Test
    void aMetadataKeyWithoutAValueIsRefused() throws IOException {
        byte[] bytes =
                written(out -> {
                    writeMandatoryFields(out, "DEVICE");
                    out.writeString(11, "zone");
                    out.writeString(11, "north");
                    out.writeString(11, "lost");
                });

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleMessageCodec.decode(bytes))
                .withMessage("Invalid message: metadata key \"lost\" has no value");
    }

    @Test
    void textThatIsNotUtf8IsRefused() throws IOException {
        byte[] bytes =
                written(out -> {
                    writeMandatoryFields(out, "DEVICE");
                    out.writeByteArray(10, new byte[] {(byte) 0xc3, 0x28});
                });

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleMessageCodec.decode(bytes))
                .withMessageContaining("UTF-8");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomMessagesAreReadBackAsTheyWereWritten(long seed) {
        RandomMessages messages = new RandomMessages(seed);
        for (int i = 0; i < 1_000; i++) {
            RuleMessage message = messages.next();
            RuleMessage decoded = roundTrip(message);
            assertThat(decoded).isEqualTo(message);
            assertThat(decoded.metadata().values().keySet())
                    .containsExactlyElementsOf(message.metadata().values().keySet());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomlyCorruptedBytesAreRefusedOrReadButNeverFailOtherwise(long seed) {
        RandomMessages messages = new RandomMessages(seed);
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            byte[] corrupted = messages.corrupted(RuleMessageCodec.encode(messages.next()));
            RuleMessage decoded;
            try {
                decoded = RuleMessageCodec.decode(corrupted);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
                refused++;
                continue;
            }
            assertThat(roundTrip(decoded)).isEqualTo(decoded);
        }
        assertThat(refused).isBetween(1, 999);
    }

    private static void assertRefusedOrOtherThan(RuleMessage message, byte[] bytes) {
        RuleMessage decoded;
        try {
            decoded = RuleMessageCodec.decode(bytes);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("Invalid message");
            return;
        }
        assertThat(decoded).isNotEqualTo(message);
    }

    private static RuleMessage roundTrip(RuleMessage message) {
        return RuleMessageCodec.decode(RuleMessageCodec.encode(message));
    }

    private static void writeMandatoryFields(CodedOutputStream out, String originatorType)
            throws IOException {
        out.writeFixed64(1, 1);
        out.writeFixed64(2, 2);
        out.writeFixed64(3, 3);
        out.writeFixed64(4, 4);
        out.writeString(5, originatorType);
        out.writeFixed64(6, 6);
        out.writeFixed64(7, 7);
    }

    /** Fields written by number, without the generated classes. */
    private static byte[] written(Fields fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        fields.writeTo(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] result = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, result, first.length, second.length);
        return result;
    }

    @FunctionalInterface
    private interface Fields {
        void writeTo(CodedOutputStream out) throws IOException;
    }
}
