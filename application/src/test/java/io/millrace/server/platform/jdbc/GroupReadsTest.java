// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupReadsTest {

    private static final int REFUSED = -1;

    private final List<Integer> groups = new CopyOnWriteArrayList<>();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore answers = new Semaphore(0);
    private final GroupReads<Integer, String> reads = new GroupReads<>("test", 1, 100, this::read);

    private Map<Integer, String> read(List<Integer> keys)
            throws SQLException, InterruptedException {
        begun.release();
        answers.acquire();
        groups.add(keys.size());
        if (keys.contains(REFUSED)) {
            throw new SQLException("refused");
        }
        Map<Integer, String> values = new HashMap<>();
        keys.forEach(key -> values.put(key, "value " + key));
        return values;
    }

    @AfterEach
    void close() {
        reads.close();
    }

    private static String valueOf(CompletableFuture<String> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    @Test
    void callsThatArriveDuringAReadAreReadTogetherAfterIt() throws Exception {
        CompletableFuture<String> first = reads.get(0);
        begun.acquire();
        List<CompletableFuture<String>> later =
                IntStream.rangeClosed(1, 250).mapToObj(reads::get).toList();
        answers.release(4);

        assertThat(valueOf(first)).isEqualTo("value 0");
        assertThat(valueOf(later.get(0))).isEqualTo("value 1");
        assertThat(valueOf(later.get(249))).isEqualTo("value 250");
        assertThat(groups).containsExactly(1, 100, 100, 50);
    }

    @Test
    void aFailedQueryFailsItsCallsAndNoOthers() throws Exception {
        CompletableFuture<String> refused = reads.get(REFUSED);
        begun.acquire();
        CompletableFuture<String> later = reads.get(5);
        answers.release(2);

        assertThat(valueOf(later)).isEqualTo("value 5");
        assertThatThrownBy(() -> valueOf(refused))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("refused");
    }

    @Test
    void aCallAfterAllOthersHaveEndedIsRead() throws Exception {
        answers.release(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertThat(valueOf(reads.get(i))).isEqualTo("value " + i);
        }
    }

    @Test
    void keysThatAQueryLeavesOutAreReadByTheNextOne() throws Exception {
        GroupReads<Integer, String> halves =
                new GroupReads<>(
                        "halves",
                        1,
                        100,
                        keys -> {
                            begun.release();
                            answers.acquire();
                            groups.add(keys.size());
                            Map<Integer, String> values = new HashMap<>();
                            keys.stream()
                                    .limit((keys.size() + 1) / 2)
                                    .forEach(key -> values.put(key, "value " + key));
                            return values;
                        });
        try (halves) {
            CompletableFuture<String> first = halves.get(0);
            begun.acquire();
            List<CompletableFuture<String>> later =
                    IntStream.rangeClosed(1, 8).mapToObj(halves::get).toList();
            answers.release(100);

            assertThat(valueOf(first)).isEqualTo("value 0");
            for (int i = 0; i < later.size(); i++) {
                assertThat(valueOf(later.get(i))).isEqualTo("value " + (i + 1));
            }
            assertThat(groups).containsExactly(1, 8, 4, 2, 1);
        }
    }

    @Test
    void aQueryThatAnswersNothingFailsItsCalls() {
        try (GroupReads<Integer, String> none = new GroupReads<>("none", 1, 100, _ -> Map.of())) {
            assertThatThrownBy(() -> valueOf(none.get(1)))
                    .hasRootCauseMessage("no value was read for 1");
        }
    }
}
