// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.message.room.SharedRoom;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class PeerLinkTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final TenantId OTHER = new TenantId(new UUID(1, 2));

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<List<PeerMessage>> sent = new ArrayList<>();
    private final List<PeerMessage> lost = new ArrayList<>();
    private final SharedRoom<TenantId> room = new SharedRoom<>(100_000);
    private boolean answers = true;
    private final PeerLink link =
            new PeerLink(
                    "b",
                    messages -> {
                        if (!answers) {
                            throw new IOException("no answer");
                        }
                        sent.add(messages);
                    },
                    room,
                    threads::add);

    private static PeerMessage message(int bytes) {
        return new PeerMessage.Attributes(
                TENANT.id(), UUID.randomUUID(), new Body(new byte[bytes]));
    }

    private boolean send(TenantId tenant, PeerMessage message) {
        return link.send(tenant, message, () -> lost.add(message));
    }

    private void run() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }

    @Test
    void messagesThatArriveDuringARequestAreTheNextOneInTheirOrder() {
        PeerMessage first = message(1);
        PeerMessage second = message(2);
        PeerMessage third = message(3);
        send(TENANT, first);
        send(TENANT, second);
        run();
        send(TENANT, third);
        run();

        assertThat(sent).containsExactly(List.of(first, second), List.of(third));
        assertThat(lost).isEmpty();
        assertThat(room.used()).isZero();
    }

    @Test
    void oneRequestIsUnderWayAtATime() {
        send(TENANT, message(1));
        send(TENANT, message(1));

        assertThat(threads).hasSize(1);
    }

    @Test
    void allWaitingMessagesFailAtOnceIfTheInstanceDoesNotAnswer() {
        answers = false;
        for (int i = 0; i < 300; i++) {
            send(TENANT, message(1));
        }
        run();

        assertThat(lost).hasSize(166);
        assertThat(room.used()).isZero();
    }

    @Test
    void theNextMessageIsTriedAgain() {
        answers = false;
        send(TENANT, message(1));
        run();
        answers = true;

        send(TENANT, message(2));
        run();

        assertThat(sent).hasSize(1);
        assertThat(lost).hasSize(1);
    }

    @Test
    void aTenantCannotTakeTheRoomOfTheOthers() {
        int accepted = 0;
        while (send(TENANT, message(9_700))) {
            accepted++;
        }

        assertThat(accepted).isEqualTo(5);
        assertThat(send(OTHER, message(9_700))).isTrue();
    }

    @Test
    void aMessageThatNoConnectionTakesIsRefused() {
        assertThat(send(TENANT, message((int) PeerLink.MOST_BYTES))).isFalse();
        assertThat(room.used()).isZero();
    }

    @Test
    void messagesFailWhenTheServiceStops() {
        PeerLink stopped =
                new PeerLink(
                        "b",
                        _ -> {},
                        room,
                        _ -> {
                            throw new RejectedExecutionException();
                        });
        PeerMessage message = message(1);

        stopped.send(TENANT, message, () -> lost.add(message));

        assertThat(lost).containsExactly(message);
        assertThat(room.used()).isZero();
    }
}
