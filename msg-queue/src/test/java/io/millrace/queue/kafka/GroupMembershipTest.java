// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.junit.jupiter.api.Test;

class GroupMembershipTest {

    private static final TopicPartition NEW = new TopicPartition("main", 0);
    private static final TopicPartition KNOWN = new TopicPartition("main", 1);
    private static final OffsetAndMetadata LATEST = new OffsetAndMetadata(17, "1:BQE");

    private final AnsweredConsumer consumer = new AnsweredConsumer(List.of(NEW, KNOWN));
    private final GroupMembership membership = new GroupMembership(consumer, Duration.ofSeconds(1));

    GroupMembershipTest() {
        consumer.updateBeginningOffsets(Map.of(NEW, 3L, KNOWN, 0L));
        consumer.commitSync(Map.of(KNOWN, LATEST));
    }

    @Test
    void theQuestionsOnSeveralPartitionsAreOneCommitOfWhereThePartitionsAreNow() {
        CompletableFuture<Boolean> ofNew = membership.confirm(NEW);
        CompletableFuture<Boolean> ofKnown = membership.confirm(KNOWN);

        membership.askIfWanted();

        assertThat(consumer.commits)
                .containsExactly(Map.of(NEW, new OffsetAndMetadata(3), KNOWN, LATEST));
        assertThat(ofNew).isNotDone();

        consumer.answer(null);

        assertThat(ofNew).isCompletedWithValue(true);
        assertThat(ofKnown).isCompletedWithValue(true);
    }

    @Test
    void anInstanceThatTheGroupHasRemovedIsNotTheOwner() {
        CompletableFuture<Boolean> answer = membership.confirm(KNOWN);

        membership.askIfWanted();
        consumer.answer(new CommitFailedException());

        assertThat(answer).isCompletedWithValue(false);
    }

    @Test
    void aPartitionThatIsRevokedWhileTheQuestionIsUnderWayIsNotOwned() {
        CompletableFuture<Boolean> answer = membership.confirm(KNOWN);

        membership.askIfWanted();
        membership.giveUp(List.of(KNOWN));
        consumer.answer(null);

        assertThat(answer).isCompletedWithValue(false);
    }

    @Test
    void theQuestionIsAskedAgainWhenTheCoordinatorCouldNotAnswer() {
        CompletableFuture<Boolean> answer = membership.confirm(KNOWN);

        membership.askIfWanted();
        membership.askIfWanted();
        assertThat(consumer.commits).hasSize(1);
        consumer.answer(new RetriableCommitFailedException("the group is rebalancing"));
        assertThat(answer).isNotDone();
        membership.askIfWanted();
        consumer.answer(null);

        assertThat(consumer.commits).hasSize(2);
        assertThat(answer).isCompletedWithValue(true);
    }

    @Test
    void aRefusedQuestionFails() {
        CompletableFuture<Boolean> answer = membership.confirm(KNOWN);

        membership.askIfWanted();
        consumer.answer(new GroupAuthorizationException("main"));

        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(GroupAuthorizationException.class);
    }

    @Test
    void theQuestionStaysOpenWhileTheBrokersDoNotAnswer() {
        CompletableFuture<Boolean> answer = membership.confirm(KNOWN);

        consumer.isAway = true;
        membership.askIfWanted();
        assertThat(consumer.commits).isEmpty();
        assertThat(answer).isNotDone();
        consumer.isAway = false;
        membership.askIfWanted();
        consumer.answer(null);

        assertThat(answer).isCompletedWithValue(true);
    }

    @Test
    void nothingIsSentWithoutAQuestion() {
        membership.askIfWanted();

        assertThat(consumer.commits).isEmpty();
    }
}
