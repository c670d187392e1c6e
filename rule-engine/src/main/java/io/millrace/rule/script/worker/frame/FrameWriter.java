// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker.frame;

import io.millrace.message.id.EntityId;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Gathers frames and writes them at once. Not thread-safe. */
@SuppressWarnings("EnumOrdinal") // both processes have the same version of the enums
public final class FrameWriter {

    private static final int USUAL_BYTES = 64 * 1024;

    private byte[] buffer = new byte[USUAL_BYTES];
    private int size;

    /** Adds a frame; a frame that is too long is not added. */
    public void add(ToWorker frame) {
        int start = begin();
        switch (frame) {
            case ToWorker.Settings(ScriptSettings settings) -> settings(settings);
            case ToWorker.Define(long program, String body, ArgumentNames names) ->
                    script('D', program, body, names);
            case ToWorker.Check(long id, String body, ArgumentNames names) ->
                    script('K', id, body, names);
            case ToWorker.Call call -> call(call);
            case ToWorker.Forget(long program) -> {
                kind('X');
                number(program);
            }
        }
        end(start);
    }

    /** Adds a frame; a frame that is too long is not added. */
    public void add(FromWorker frame) {
        int start = begin();
        switch (frame) {
            case FromWorker.Ready() -> kind('Y');
            case FromWorker.Result(long id, String text) -> {
                kind('R');
                number(id);
                text(text);
            }
            case FromWorker.Failed(long id, FromWorker.Kind kind, String text) ->
                    failure('F', id, kind, text);
            case FromWorker.Hung(long id, FromWorker.Kind kind, String text) ->
                    failure('H', id, kind, text);
            case FromWorker.Alive alive -> {
                kind('A');
                number(alive.threads());
                number(alive.running());
                number(alive.longRunning().size());
                alive.longRunning().forEach(this::number);
            }
        }
        end(start);
    }

    /** Number of gathered bytes. */
    public int size() {
        return size;
    }

    /** Writes the gathered frames and forgets them. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(buffer, 0, size);
        out.flush();
        size = 0;
        if (buffer.length > 16 * USUAL_BYTES) {
            buffer = new byte[USUAL_BYTES];
        }
    }

    private int begin() {
        int start = size;
        reserve(Integer.BYTES);
        size += Integer.BYTES;
        return start;
    }

    private void end(int start) {
        int length = size - start - Integer.BYTES;
        if (length > FrameReader.MAX_BYTES) {
            size = start;
            throw new IllegalArgumentException(
                    "a frame may have at most %d bytes, and this one has %d"
                            .formatted(FrameReader.MAX_BYTES, length));
        }
        for (int i = 0; i < Integer.BYTES; i++) {
            buffer[start + i] = (byte) (length >>> (24 - 8 * i));
        }
    }

    private void settings(ScriptSettings settings) {
        kind('S');
        number(settings.threads());
        number(settings.threadsPerTenant());
        number(settings.queue());
        number(settings.timePerCall().toNanos());
        number(settings.tbelMemory());
        number(settings.allocation());
        number(settings.maxBody());
        number(settings.maxArguments());
        number(settings.maxResult());
        number(settings.instances());
        number(settings.abandonedThreads());
    }

    private void script(char kind, long id, String body, ArgumentNames names) {
        kind(kind);
        number(id);
        text(body);
        text(names.msg());
        text(names.metadata());
        text(names.msgType());
    }

    private void call(ToWorker.Call call) {
        kind('C');
        number(call.id());
        number(call.program());
        one(call.function().ordinal());
        id(call.tenant().id());
        EntityId originator = call.originator();
        one(originator.type().ordinal());
        id(originator.id());
        bytes(call.payload().buffer(), call.payload().offset(), call.payload().length());
        text(call.metadata());
        text(call.type());
    }

    private void failure(char kind, long id, FromWorker.Kind why, String text) {
        kind(kind);
        number(id);
        one(why.ordinal());
        text(text);
    }

    private void kind(char kind) {
        one(kind);
    }

    private void one(int value) {
        reserve(1);
        buffer[size++] = (byte) value;
    }

    private void number(long value) {
        reserve(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
    }

    private void id(UUID id) {
        number(id.getMostSignificantBits());
        number(id.getLeastSignificantBits());
    }

    private void text(@Nullable String text) {
        if (text == null) {
            number(-1);
        } else {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            bytes(encoded, 0, encoded.length);
        }
    }

    private void bytes(byte[] bytes, int offset, int length) {
        number(length);
        reserve(length);
        System.arraycopy(bytes, offset, buffer, size, length);
        size += length;
    }

    private void reserve(int more) {
        if (buffer.length - size < more) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + more));
        }
    }
}
