// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.queue;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page of queues with what is in them.
 *
 * @param data shared queues first, then by tenant; sorted by name
 * @param instances the instances whose messages are counted, sorted by name
 * @param unanswered the instances that did not answer, so that their messages are missing; absent if all answered
 */
record QueueStatesView(
        List<QueueState> data,
        int totalPages,
        long totalElements,
        boolean hasNext,
        List<String> instances,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Unanswered> unanswered) {

    private static final Comparator<QueueDefinition> ORDER =
            Comparator.comparing((QueueDefinition queue) -> !queue.key().isShared())
                    .thenComparing(queue -> queue.key().tenant().id())
                    .thenComparing(QueueDefinition::name);

    /** Returns what an instance has of the queues of a page. */
    static QueueStatesView of(
            String instance,
            List<QueueDefinition> queues,
            Collection<QueueContent> contents,
            PageLink link) {
        Map<QueueKey, QueueContent> byQueue =
                contents.stream()
                        .collect(Collectors.toMap(QueueContent::queue, Function.identity()));
        List<QueueState> states =
                queues.stream()
                        .sorted(ORDER)
                        .skip(link.offset())
                        .limit(link.pageSize())
                        .map(queue ->
                                QueueState.of(
                                        queue,
                                        byQueue.getOrDefault(
                                                queue.key(), QueueContent.empty(queue.key()))))
                        .toList();
        PageData<QueueState> page = PageData.of(link, states, queues.size());
        return new QueueStatesView(
                page.data(),
                page.totalPages(),
                page.totalElements(),
                page.hasNext(),
                List.of(instance),
                null);
    }

    /** Adds what other instances have of the same queues. */
    QueueStatesView plus(PeerAnswers<QueueStatesView> others) {
        Map<QueueKey, QueueState> added =
                others.answers().stream()
                        .flatMap(view -> view.data().stream())
                        .collect(
                                Collectors.toMap(
                                        QueueState::key, Function.identity(), QueueState::plus));
        return new QueueStatesView(
                data.stream().map(state -> sum(state, added.get(state.key()))).toList(),
                totalPages,
                totalElements,
                hasNext,
                Stream.concat(
                                instances.stream(),
                                others.answers().stream()
                                        .flatMap(view -> view.instances().stream()))
                        .sorted()
                        .toList(),
                others.unanswered());
    }

    private static QueueState sum(QueueState own, @Nullable QueueState other) {
        return other == null ? own : own.plus(other);
    }
}
