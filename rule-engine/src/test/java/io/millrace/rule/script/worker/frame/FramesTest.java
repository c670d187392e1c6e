// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Payload;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {

    private static final String TEXT = "\"ä€😀\"\u0000";
    private static final Payload SLICE =
            Payload.of("xx{\"a\":1}yy".getBytes(StandardCharsets.UTF_8), 2, 7);

    static Stream<ToWorker> toWorker() {
        return Stream.of(
                new ToWorker.Settings(
                        ScriptSettings.defaults()
                                .withThreads(3)
                                .withTimePerCall(Duration.ofNanos(123_456_789))
                                .withAllocation(Long.MAX_VALUE)),
                new ToWorker.Define(Long.MAX_VALUE, TEXT, ArgumentNames.PREVIOUS),
                new ToWorker.Check(7, "", ArgumentNames.MESSAGE),
                call(SLICE, "{}"),
                call(Payload.ofText(""), null),
                call(Payload.ofText("x".repeat(200_000)), "y".repeat(200_000)),
                new ToWorker.Forget(-1));
    }

    private static ToWorker.Call call(Payload payload, @Nullable String metadata) {
        return new ToWorker.Call(
                1,
                2,
                JavaScriptFunction.TEXT,
                new TenantId(UUID.randomUUID()),
                new EntityId(EntityType.AI_MODEL, UUID.randomUUID()),
                payload,
                metadata,
                TEXT);
    }

    static Stream<FromWorker> fromWorker() {
        return Stream.of(
                new FromWorker.Ready(),
                new FromWorker.Result(1, null),
                new FromWorker.Result(Long.MIN_VALUE, ""),
                new FromWorker.Result(2, TEXT.repeat(50_000)),
                new FromWorker.Failed(3, FromWorker.Kind.TIMEOUT, TEXT),
                new FromWorker.Hung(4, FromWorker.Kind.LIMIT, "x"),
                new FromWorker.Alive(0, 0, List.of()),
                new FromWorker.Alive(8, 2, List.of(1L, Long.MAX_VALUE)));
    }

    @ParameterizedTest
    @MethodSource("toWorker")
    void carriesEveryFrameToTheWorker(ToWorker frame) throws IOException {
        FrameWriter writer = new FrameWriter();
        writer.add(frame);
        writer.add(new ToWorker.Forget(9));

        FrameReader<ToWorker> reader = FrameReader.inWorker(bytesOf(writer));

        assertThat(reader.next()).isEqualTo(frame);
        assertThat(reader.next()).isEqualTo(new ToWorker.Forget(9));
        assertThat(reader.next()).isNull();
    }

    @ParameterizedTest
    @MethodSource("fromWorker")
    void carriesEveryFrameToTheService(FromWorker frame) throws IOException {
        FrameWriter writer = new FrameWriter();
        writer.add(frame);
        writer.add(new FromWorker.Ready());

        FrameReader<FromWorker> reader = FrameReader.inService(bytesOf(writer));

        assertThat(reader.next()).isEqualTo(frame);
        assertThat(reader.next()).isEqualTo(new FromWorker.Ready());
        assertThat(reader.next()).isNull();
    }

    @Test
    void readsFramesThatArriveInPieces() throws IOException {
        FrameWriter writer = new FrameWriter();
        List<FromWorker> sent = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            fromWorker()
                    .forEach(frame -> {
                        sent.add(frame);
                        writer.add(frame);
                    });
        }
        FrameReader<FromWorker> reader = FrameReader.inService(inPieces(bytesOf(writer)));

        List<FromWorker> read = new ArrayList<>();
        for (FromWorker frame = reader.next(); frame != null; frame = reader.next()) {
            read.add(frame);
        }

        assertThat(read).isEqualTo(sent);
    }

    private static InputStream inPieces(InputStream in) {
        return new InputStream() {

            private int next = 1;

            @Override
            public int read() throws IOException {
                return in.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                next = next % 5_000 + 7;
                return in.read(bytes, offset, Math.min(length, next));
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, FrameReader.MAX_BYTES + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesAFrameWhoseLengthIsBeyondItsBound(int length) {
        byte[] bytes = ByteBuffer.allocate(8).putInt(length).array();

        assertThatThrownBy(() -> FrameReader.inService(new ByteArrayInputStream(bytes)).next())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a frame must have 1 to");
    }

    @Test
    void writesNoFrameThatIsTooLong() throws IOException {
        FrameWriter writer = new FrameWriter();
        FromWorker tooLong = new FromWorker.Result(1, "x".repeat(FrameReader.MAX_BYTES));

        assertThatThrownBy(() -> writer.add(tooLong)).isInstanceOf(IllegalArgumentException.class);

        writer.add(new FromWorker.Ready());
        assertThat(FrameReader.inService(bytesOf(writer)).next()).isEqualTo(new FromWorker.Ready());
    }

    @Test
    void refusesWhatIsNoFrame() throws IOException {
        FrameWriter writer = new FrameWriter();
        writer.add(new FromWorker.Result(1, "text"));
        byte[] whole = bytesOf(writer).readAllBytes();
        byte[] unknown = whole.clone();
        unknown[4] = '?';
        byte[] longText = whole.clone();
        longText[4 + 1 + 8 + 7] = 5;

        for (byte[] bytes : List.of(unknown, longText, Arrays.copyOf(whole, whole.length - 1))) {
            assertThatThrownBy(() -> FrameReader.inService(new ByteArrayInputStream(bytes)).next())
                    .isInstanceOf(IOException.class);
        }
    }

    private static ByteArrayInputStream bytesOf(FrameWriter writer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.writeTo(out);
        return new ByteArrayInputStream(out.toByteArray());
    }
}
