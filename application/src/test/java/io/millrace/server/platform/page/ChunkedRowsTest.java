// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ChunkedRowsTest {

    private final List<UUID> ids =
            LongStream.range(0, 10).mapToObj(number -> new UUID(0, number)).toList();
    private final List<Integer> reads = new ArrayList<>();
    private final ChunkedRows<Long> rows =
            new ChunkedRows<>(
                    ids,
                    4,
                    some -> {
                        reads.add(some.size());
                        return some.stream()
                                .map(UUID::getLeastSignificantBits)
                                .filter(number -> number != 5)
                                .toList();
                    });

    @Test
    void readsAFewRowsAtOnceAndLeavesOutThoseThatAreGone() {
        assertThat(rows).hasSize(10);
        Iterator<Long> iterator = rows.iterator();
        assertThat(iterator.next()).isZero();
        assertThat(reads).containsExactly(4);

        assertThat(rows.stream().toList()).containsExactly(0L, 1L, 2L, 3L, 4L, 6L, 7L, 8L, 9L);
        assertThat(reads).containsExactly(4, 4, 4, 2);
    }

    @Test
    void aPageOfThemIsReadWhenItIsWritten() {
        PageLink link = new PageLink(10, 0, null, null, null);
        PageData<String> page = PageData.of(link, rows, 10).map(number -> "row " + number);
        assertThat(reads).isEmpty();

        String json = JsonMapper.shared().writeValueAsString(page);

        assertThat(json).startsWith("{\"data\":[\"row 0\",\"row 1\"").contains("\"row 9\"]");
        assertThat(reads).containsExactly(4, 4, 2);
    }
}
