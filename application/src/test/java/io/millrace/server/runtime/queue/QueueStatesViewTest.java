// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.RetryPolicy;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.queue.ProcessingStrategyType;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The states of queues of several instances as one. */
final class QueueStatesViewTest {

    private static final QueueKey MAIN = QueueDefinition.MAIN.key();
    private static final JsonMapper JSON = JsonMapper.builder().addModule(new IdJson()).build();
    private static final PageLink ALL = page(100, 0);

    private static PageLink page(int size, int number) {
        return new PageLink(size, number, null, null, null);
    }

    private static QueueContent content(long count, int seconds, OptionalLong unread) {
        return new QueueContent(MAIN, count, count, count, Duration.ofSeconds(seconds), unread);
    }

    private static QueueStatesView view(String instance, QueueContent... contents) {
        return QueueStatesView.of(instance, List.of(QueueDefinition.MAIN), List.of(contents), ALL);
    }

    private static PeerAnswers<QueueStatesView> others(QueueStatesView... views) {
        return new PeerAnswers<>(List.of(views), List.of());
    }

    @Test
    void addsTheMessagesOfAllInstancesAndKeepsTheGreatestAge() {
        QueueStatesView whole =
                view("b", content(1, 5, OptionalLong.of(10)))
                        .plus(
                                others(
                                        view("a", content(2, 9, OptionalLong.of(20))),
                                        view("c", content(3, 1, OptionalLong.of(30)))));

        QueueState main = whole.data().getFirst();
        assertThat(main.waiting()).isEqualTo(6);
        assertThat(main.retrying()).isEqualTo(6);
        assertThat(main.processing()).isEqualTo(6);
        assertThat(main.oldestWaitingMillis()).isEqualTo(9_000);
        assertThat(main.unread()).isEqualTo(60);
        assertThat(whole.instances()).containsExactly("a", "b", "c");
        assertThat(whole.unanswered()).isNull();
    }

    @Test
    void doesNotKnowTheUnreadMessagesIfOneInstanceDoesNot() {
        QueueStatesView whole =
                view("a", content(1, 1, OptionalLong.of(10)))
                        .plus(others(view("b", content(1, 1, OptionalLong.empty()))));

        assertThat(whole.data().getFirst().unread()).isNull();
    }

    @Test
    void namesTheInstancesThatDidNotAnswer() {
        Unanswered silent = new Unanswered("c", "no answer");

        QueueStatesView whole = view("a").plus(new PeerAnswers<>(List.of(), List.of(silent)));

        assertThat(whole.unanswered()).containsExactly(silent);
        assertThat(whole.data().getFirst().waiting()).isZero();
    }

    @Test
    void sharedQueuesComeFirstAndPagesDoNotOverlap() {
        TenantId tenant = new TenantId(UUID.randomUUID());
        QueueDefinition own =
                new QueueDefinition(
                        new QueueKey(tenant, "A"),
                        "own",
                        1,
                        QueueDefinition.MAIN.submit(),
                        1,
                        Duration.ofSeconds(10),
                        RetryPolicy.NONE);
        List<QueueDefinition> queues = List.of(own, QueueDefinition.MAIN);

        QueueStatesView first = QueueStatesView.of("a", queues, List.of(), page(1, 0));
        QueueStatesView second = QueueStatesView.of("a", queues, List.of(), page(1, 1));

        assertThat(first.data()).extracting(QueueState::name).containsExactly("Main");
        assertThat(first.data().getFirst().tenantId()).isNull();
        assertThat(first.totalElements()).isEqualTo(2);
        assertThat(first.hasNext()).isTrue();
        assertThat(second.data()).extracting(QueueState::tenantId).containsExactly(tenant);
        assertThat(second.hasNext()).isFalse();
    }

    @Test
    void anotherInstanceReadsWhatOneWrites() {
        QueueStatesView written = view("a", content(1, 2, OptionalLong.empty()));

        assertThat(JSON.readValue(JSON.writeValueAsString(written), QueueStatesView.class))
                .isEqualTo(written);
    }

    @Test
    void namesThePolicyAfterAnAttemptWithoutSuccess() {
        assertThat(ProcessingView.of(RetryPolicy.NONE).type())
                .isEqualTo(ProcessingStrategyType.SKIP_ALL_FAILURES);
        assertThat(ProcessingView.of(RetryPolicy.DROP).type())
                .isEqualTo(ProcessingStrategyType.DROP);
        assertThat(ProcessingView.of(RetryPolicy.of(3, Duration.ofSeconds(2))))
                .isEqualTo(
                        new ProcessingView(
                                ProcessingStrategyType.RETRY_FAILED_AND_TIMED_OUT, 3, false, 2, 2));
        assertThat(
                        ProcessingView.of(
                                new RetryPolicy(
                                        RetryPolicy.UNLIMITED,
                                        true,
                                        false,
                                        Duration.ofSeconds(1),
                                        Duration.ofSeconds(60),
                                        false)))
                .isEqualTo(new ProcessingView(ProcessingStrategyType.RETRY_FAILED, 0, true, 1, 60));
    }
}
