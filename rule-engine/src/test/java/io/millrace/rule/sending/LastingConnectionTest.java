// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LastingConnectionTest {

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicBoolean isAway = new AtomicBoolean();
    private final List<Connection> closed = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private final LastingConnection<Connection> connection =
            new LastingConnection<>(this::open, one -> one.isOpen.get(), closed::add, nanos::get);

    private static final class Connection {
        final AtomicBoolean isOpen = new AtomicBoolean(true);
    }

    private Connection open() throws IOException {
        attempts.incrementAndGet();
        if (isAway.get()) {
            throw new IOException("away");
        }
        return new Connection();
    }

    @Test
    void isOpenedByItsFirstUseAndKept() throws Exception {
        assertThat(attempts).hasValue(0);

        assertThat(connection.get()).isSameAs(connection.get());
        assertThat(attempts).hasValue(1);
    }

    @Test
    void isOpenedAgainAfterALoss() throws Exception {
        Connection lost = connection.get();
        lost.isOpen.set(false);

        assertThat(connection.get()).isNotSameAs(lost);
        assertThat(closed).containsExactly(lost);
    }

    @Test
    void usesRightAfterAFailureFailWithItsReasonWithoutAnAttempt() throws Exception {
        isAway.set(true);
        assertThatThrownBy(connection::get).hasMessage("away");
        isAway.set(false);

        nanos.addAndGet(LastingConnection.PAUSE.toNanos() - 1);
        assertThatThrownBy(connection::get).hasMessage("away");
        assertThat(attempts).hasValue(1);

        nanos.incrementAndGet();
        assertThat(connection.get().isOpen).isTrue();
        assertThat(attempts).hasValue(2);
    }

    @Test
    void onlyTheCurrentConnectionCanBeDropped() throws Exception {
        Connection first = connection.get();
        connection.drop(first);
        Connection second = connection.get();

        connection.drop(first);

        assertThat(connection.get()).isSameAs(second);
        assertThat(closed).containsExactly(first);
    }

    @Test
    void isNotOpenedAfterItWasClosed() throws Exception {
        Connection last = connection.get();
        connection.close();

        assertThat(closed).containsExactly(last);
        assertThatThrownBy(connection::get).hasMessage("the node was closed");
    }
}
