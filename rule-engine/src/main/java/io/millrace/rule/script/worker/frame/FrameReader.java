// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker.frame;

import io.millrace.message.Payload;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads frames from a stream. Not thread-safe. */
public final class FrameReader<F> {

    /** Greatest length of a frame, without the four bytes of its length. */
    public static final int MAX_BYTES = 8 * 1024 * 1024;

    private static final int USUAL_BYTES = 64 * 1024;
    private static final JavaScriptFunction[] FUNCTIONS = JavaScriptFunction.values();
    private static final EntityType[] TYPES = EntityType.values();
    private static final FromWorker.Kind[] KINDS = FromWorker.Kind.values();

    private final InputStream in;
    private final Function<ByteBuffer, F> decoder;
    private ByteBuffer buffer = ByteBuffer.allocate(USUAL_BYTES).limit(0);

    private FrameReader(InputStream in, Function<ByteBuffer, F> decoder) {
        this.in = in;
        this.decoder = decoder;
    }

    /** Returns a reader of what the service sends. */
    public static FrameReader<ToWorker> inWorker(InputStream in) {
        return new FrameReader<>(in, FrameReader::toWorker);
    }

    /** Returns a reader of what a worker sends. */
    public static FrameReader<FromWorker> inService(InputStream in) {
        return new FrameReader<>(in, FrameReader::fromWorker);
    }

    /**
     * Returns the next frame, waiting for it; null at the end of the stream.
     *
     * @throws EOFException if the stream ends within a frame
     * @throws IOException if the stream fails, or has a frame that is malformed or too long
     */
    public @Nullable F next() throws IOException {
        while (!hasNext()) {
            if (!fill()) {
                if (buffer.hasRemaining()) {
                    throw new EOFException("the stream ended within a frame");
                }
                return null;
            }
        }
        int length = buffer.getInt();
        ByteBuffer frame = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        try {
            return decoder.apply(frame);
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | IndexOutOfBoundsException e) {
            throw new IOException("malformed frame of %d bytes".formatted(length), e);
        }
    }

    /** True if the next frame has already arrived. */
    public boolean hasNext() throws IOException {
        if (buffer.remaining() < Integer.BYTES) {
            return false;
        }
        int length = buffer.getInt(buffer.position());
        if (length < 1 || length > MAX_BYTES) {
            throw new IOException(
                    "a frame must have 1 to %d bytes, and this one has %d"
                            .formatted(MAX_BYTES, length));
        }
        return buffer.remaining() - Integer.BYTES >= length;
    }

    /** Reads more; false at the end. */
    private boolean fill() throws IOException {
        int needed =
                buffer.remaining() < Integer.BYTES
                        ? USUAL_BYTES
                        : Integer.BYTES + buffer.getInt(buffer.position());
        // A large frame leaves no large buffer behind.
        int capacity = Math.max(USUAL_BYTES, needed);
        byte[] bytes = buffer.array();
        int rest = buffer.remaining();
        if (bytes.length == capacity) {
            System.arraycopy(bytes, buffer.position(), bytes, 0, rest);
        } else {
            bytes =
                    Arrays.copyOf(
                            Arrays.copyOfRange(bytes, buffer.position(), buffer.position() + rest),
                            Math.max(capacity, rest));
        }
        int read = in.read(bytes, rest, bytes.length - rest);
        buffer = ByteBuffer.wrap(bytes, 0, rest + Math.max(0, read));
        return read >= 0;
    }

    private static ToWorker toWorker(ByteBuffer in) {
        char kind = (char) in.get();
        return switch (kind) {
            case 'S' -> new ToWorker.Settings(settings(in));
            case 'D' -> new ToWorker.Define(in.getLong(), text(in), names(in));
            case 'K' -> new ToWorker.Check(in.getLong(), text(in), names(in));
            case 'C' -> call(in);
            case 'X' -> new ToWorker.Forget(in.getLong());
            default -> throw new IllegalArgumentException("unknown kind of frame: " + kind);
        };
    }

    private static FromWorker fromWorker(ByteBuffer in) {
        char kind = (char) in.get();
        return switch (kind) {
            case 'Y' -> new FromWorker.Ready();
            case 'R' -> new FromWorker.Result(in.getLong(), textOrNull(in));
            case 'F' -> new FromWorker.Failed(in.getLong(), KINDS[in.get()], text(in));
            case 'H' -> new FromWorker.Hung(in.getLong(), KINDS[in.get()], text(in));
            case 'A' -> alive(in);
            default -> throw new IllegalArgumentException("unknown kind of frame: " + kind);
        };
    }

    private static ScriptSettings settings(ByteBuffer in) {
        return new ScriptSettings(
                (int) in.getLong(),
                (int) in.getLong(),
                (int) in.getLong(),
                Duration.ofNanos(in.getLong()),
                in.getLong(),
                in.getLong(),
                (int) in.getLong(),
                (int) in.getLong(),
                (int) in.getLong(),
                (int) in.getLong(),
                (int) in.getLong());
    }

    private static ToWorker.Call call(ByteBuffer in) {
        return new ToWorker.Call(
                in.getLong(),
                in.getLong(),
                FUNCTIONS[in.get()],
                new TenantId(id(in)),
                new EntityId(TYPES[in.get()], id(in)),
                Payload.of(bytes(in, length(in))),
                textOrNull(in),
                text(in));
    }

    private static FromWorker.Alive alive(ByteBuffer in) {
        int threads = (int) in.getLong();
        int running = (int) in.getLong();
        int size = length(in);
        List<Long> longRunning = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            longRunning.add(in.getLong());
        }
        return new FromWorker.Alive(threads, running, longRunning);
    }

    private static ArgumentNames names(ByteBuffer in) {
        return new ArgumentNames(text(in), text(in), text(in));
    }

    private static UUID id(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }

    private static String text(ByteBuffer in) {
        return Objects.requireNonNull(textOrNull(in), "text");
    }

    private static @Nullable String textOrNull(ByteBuffer in) {
        int length = length(in);
        if (length < 0) {
            return null;
        }
        String text =
                new String(
                        in.array(),
                        in.arrayOffset() + in.position(),
                        checked(in, length),
                        StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[checked(in, length)];
        in.get(bytes);
        return bytes;
    }

    private static int length(ByteBuffer in) {
        long length = in.getLong();
        if (length < -1 || length > MAX_BYTES) {
            throw new IllegalArgumentException("length: " + length);
        }
        return (int) length;
    }

    private static int checked(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        return length;
    }
}
