// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import io.millrace.server.platform.peer.Peer;
import io.millrace.server.platform.peer.Peers;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.peer.PeerAnswer.Given;
import io.millrace.server.web.peer.PeerAnswer.Missing;
import io.millrace.server.web.peer.PeerListener.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * Asks the other instances of the cluster what this instance was asked. They get the caller's own token, so each checks
 * the caller's rights itself, and the header {@link PeerHeaders#SCOPE}, so that they ask no other instance in turn.
 */
public final class PeerQuestions {

    /** The headers that can carry the caller's token; the first one counts. */
    private static final List<String> CREDENTIALS =
            List.of("X-Authorization", HttpHeaders.AUTHORIZATION);

    private final String self;
    private final Peers peers;
    private final PeerCalls calls;
    private final PeerConditions conditions;
    private final PeerLimits limits;
    private final PeerListener listener;
    private final Semaphore turns;
    private final String contextPath;

    /**
     * @param self name of this instance
     * @param contextPath the path under which all instances serve; empty for the root
     */
    PeerQuestions(
            String self,
            String contextPath,
            Peers peers,
            PeerCalls calls,
            PeerConditions conditions,
            PeerLimits limits,
            PeerListener listener) {
        this.self = self;
        this.contextPath = contextPath;
        this.peers = peers;
        this.calls = calls;
        this.conditions = conditions;
        this.limits = limits;
        this.listener = listener;
        this.turns = new Semaphore(limits.questions(), true);
    }

    /** The name of this instance, for its part of an answer. */
    public String self() {
        return self;
    }

    /**
     * True if the caller wants the answer of this instance only.
     *
     * @throws ApiException if the header has another value
     */
    public static boolean isForOneInstance(ServletWebRequest request) {
        String scope = request.getHeader(PeerHeaders.SCOPE);
        if (scope == null) {
            return false;
        }
        if (!scope.equalsIgnoreCase(PeerHeaders.INSTANCE_SCOPE)) {
            throw ApiException.badRequest(
                    "%s: expected %s, got %s"
                            .formatted(PeerHeaders.SCOPE, PeerHeaders.INSTANCE_SCOPE, scope));
        }
        return true;
    }

    /**
     * Asks the other instances, all at once, and names those that did not answer in a header of the response. Asks none
     * if the caller wants the answer of this instance only. The caller's rights have been checked.
     *
     * @param path path and query of the question
     * @param type type of the answer's JSON
     */
    public <T> PeerAnswers<T> ask(ServletWebRequest request, String path, Class<T> type) {
        if (isForOneInstance(request)) {
            setHeader(request, PeerHeaders.INSTANCE, self);
            return PeerAnswers.none();
        }
        PeerAnswers<T> answers =
                askPeers(request.getContextPath() + path, credentials(request), type);
        if (!answers.missing().isEmpty()) {
            setHeader(request, PeerHeaders.UNANSWERED, answers.missingAsText());
        }
        return answers;
    }

    /**
     * Asks the other instances, all at once, where no request is to be answered.
     *
     * @param token the access token of the user who asks
     * @param path path and query of the question
     * @param type type of the answer's JSON
     */
    public <T> PeerAnswers<T> askAs(String token, String path, Class<T> type) {
        return askPeers(
                contextPath + path, Map.of(HttpHeaders.AUTHORIZATION, "Bearer " + token), type);
    }

    private <T> PeerAnswers<T> askPeers(
            String path, Map<String, String> credentials, Class<T> type) {
        List<Peer> known = peers.known();
        conditions.retain(known);
        return known.isEmpty() ? PeerAnswers.none() : askInTurn(known, path, credentials, type);
    }

    private static void setHeader(ServletWebRequest request, String name, String value) {
        Objects.requireNonNull(request.getResponse()).setHeader(name, HeaderText.of(value));
    }

    private <T> PeerAnswers<T> askInTurn(
            List<Peer> known, String path, Map<String, String> credentials, Class<T> type) {
        try {
            if (!turns.tryAcquire(limits.answerWithin().toNanos(), TimeUnit.NANOSECONDS)) {
                return collected(known.stream().map(PeerQuestions::<T>busy).toList());
            }
            try {
                return collected(askAll(known, path, credentials, type));
            } finally {
                turns.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping");
        }
    }

    private <T> List<PeerAnswer<T>> askAll(
            List<Peer> known, String path, Map<String, String> credentials, Class<T> type)
            throws InterruptedException {
        List<PeerAnswer<T>> answers = new ArrayList<>();
        List<Peer> asked = new ArrayList<>();
        for (Peer peer : known) {
            if (conditions.isSkipped(peer)) {
                answers.add(skipped(peer));
            } else {
                asked.add(peer);
            }
        }
        int maxBytes = limits.bytesOfAnswer(known.size());
        List<Callable<PeerAnswer<T>>> questions = new ArrayList<>();
        for (Peer peer : asked) {
            questions.add(() -> calls.ask(peer, path, credentials, maxBytes, type));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<PeerAnswer<T>>> results =
                    threads.invokeAll(
                            questions, limits.answerWithin().toNanos(), TimeUnit.NANOSECONDS);
            for (int i = 0; i < results.size(); i++) {
                PeerAnswer<T> answer = result(results.get(i), asked.get(i));
                note(asked.get(i), answer);
                answers.add(answer);
            }
        }
        return answers;
    }

    /** The header with the caller's token. */
    private static Map<String, String> credentials(ServletWebRequest request) {
        for (String name : CREDENTIALS) {
            String value = request.getHeader(name);
            if (value != null) {
                return Map.of(name, value);
            }
        }
        return Map.of();
    }

    private <T> PeerAnswer<T> result(Future<PeerAnswer<T>> future, Peer peer) {
        return switch (future.state()) {
            case SUCCESS -> future.resultNow();
            case CANCELLED, RUNNING -> calls.inTime(peer);
            case FAILED ->
                    throw new IllegalStateException(
                            "Cannot ask instance " + peer.name(), future.exceptionNow());
        };
    }

    private void note(Peer peer, PeerAnswer<?> answer) {
        switch (answer) {
            case Given<?> _ -> conditions.answered(peer);
            case Missing<?> missing -> conditions.failed(missing);
        }
    }

    private static <T> PeerAnswer<T> busy(Peer peer) {
        return new Missing<>(
                peer, Reason.BUSY, "not asked, because too many requests ask the other instances");
    }

    private <T> PeerAnswer<T> skipped(Peer peer) {
        return new Missing<>(
                peer,
                Reason.SKIPPED,
                "not asked, because it gave no answer within %s s a moment ago"
                        .formatted(PeerCalls.seconds(limits.answerWithin())));
    }

    private <T> PeerAnswers<T> collected(List<PeerAnswer<T>> all) {
        List<T> answers = new ArrayList<>();
        List<Unanswered> missing = new ArrayList<>();
        for (PeerAnswer<T> answer : all) {
            switch (answer) {
                case Given<T>(T value) -> answers.add(value);
                case Missing<T>(Peer peer, Reason reason, String text) -> {
                    missing.add(new Unanswered(peer.name(), text));
                    listener.unanswered(reason);
                }
            }
        }
        return new PeerAnswers<>(answers, missing);
    }
}
