// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import io.millrace.message.telemetry.JsonTextCheck;
import io.millrace.server.web.api.BodyRefusedException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request's body within its limits. Reading ends with a {@link BodyRefusedException} if the body is too large, arrives
 * too slowly, has text that cannot be stored, or if the memory for bodies is in use.
 */
final class LimitedStream extends ServletInputStream {

    private final ServletInputStream source;
    private final BodyBudget.Account account;
    private final long limit;
    private final Duration timeout;
    private final JsonTextCheck text = new JsonTextCheck();
    private long start;
    private boolean started;
    private long seen;

    LimitedStream(
            ServletInputStream source, BodyBudget.Account account, long limit, Duration timeout) {
        this.source = source;
        this.account = account;
        this.limit = limit;
        this.timeout = timeout;
    }

    @Override
    public int read() throws IOException {
        byte[] next = new byte[1];
        return read(next, 0, 1) < 0 ? -1 : next[0] & 0xff;
    }

    /** Stops waiting at the connection's time-out, so the time for the whole body is exceeded by less than that. */
    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        requireTime();
        int read = readSource(buffer, offset, length);
        if (read > 0) {
            take(buffer, offset, read);
        }
        return read;
    }

    private void requireTime() throws BodyRefusedException {
        if (!started) {
            started = true;
            start = System.nanoTime();
        } else if (System.nanoTime() - start > timeout.toNanos()) {
            throw BodyRefusedException.tooSlow(timeout);
        }
    }

    private int readSource(byte[] buffer, int offset, int length) throws IOException {
        try {
            return source.read(buffer, offset, length);
        } catch (IOException e) {
            if (e instanceof SocketTimeoutException
                    || e.getCause() instanceof SocketTimeoutException) {
                BodyRefusedException stalled = BodyRefusedException.stalled();
                stalled.addSuppressed(e);
                throw stalled;
            }
            throw e;
        }
    }

    private void take(byte[] buffer, int offset, int read) throws BodyRefusedException {
        seen += read;
        if (seen > limit) {
            throw BodyRefusedException.tooLarge(limit);
        }
        account.grow(seen);
        JsonTextCheck.@Nullable Fault fault = text.next(buffer, offset, read);
        if (fault != null) {
            throw BodyRefusedException.notStorable(fault.sentence());
        }
    }

    @Override
    public boolean isFinished() {
        return source.isFinished();
    }

    @Override
    public boolean isReady() {
        return source.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        source.setReadListener(listener);
    }
}
