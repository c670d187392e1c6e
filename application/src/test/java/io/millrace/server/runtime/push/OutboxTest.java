// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.Value;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutboxTest {

    private static final int LIMIT = 2_000;

    private final Outbox outbox = new Outbox(LIMIT);

    private void add(int subscription, String key, int number) {
        outbox.add(subscription, false, key, number, new Value.LongValue(number));
    }

    private JsonNode next() {
        @Nullable Supplier<String> next = outbox.next();
        assertThat(next).isNotNull();
        return JsonMapper.shared().readTree(next.get());
    }

    @Test
    void valuesOfASubscriptionThatWaitAreOneMessageWithTheNewestFirst() {
        add(1, "a", 1);
        add(2, "a", 2);
        add(1, "a", 3);
        add(1, "b", 4);

        assertThat(next())
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"subscriptionId":1,"errorCode":0,"errorMsg":null,
                                         "data":{"a":[[3,"3"],[1,"1"]],"b":[[4,"4"]]},"latestValues":{"a":3,"b":4}}
                                        """));
        assertThat(next().path("subscriptionId").intValue()).isEqualTo(2);
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void aboveTheLimitOnlyTheNewestValueOfEachKeyIsKept() {
        for (int i = 1; i <= 1_000; i++) {
            add(1, "a", i);
            add(2, "b", i);
        }

        assertThat(outbox.overflows()).isFalse();
        assertThat(outbox.hasRoom()).isTrue();
        JsonNode first = next();
        JsonNode second = next();
        int sent = first.at("/data/a").size() + second.at("/data/b").size();
        assertThat(first.at("/data/a/0/0").intValue()).isEqualTo(1_000);
        assertThat(second.at("/data/b/0/0").intValue()).isEqualTo(1_000);
        assertThat(sent).isLessThan(LIMIT / 64);
        assertThat(outbox.takeConflated()).isEqualTo(2_000 - sent);
    }

    @Test
    void overflowsWhenTheNewestValuesAloneAreTooMuch() {
        outbox.add(1, false, "a", 1, new Value.StringValue("x".repeat(4 * LIMIT)));

        assertThat(outbox.overflows()).isTrue();
        outbox.remove(1);
        assertThat(outbox.overflows()).isFalse();
    }

    @Test
    void anErrorOvertakesUpdates() {
        add(1, "a", 1);
        outbox.reply(Frames.error(7, Frames.BAD_REQUEST, "no"));

        assertThat(next())
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"subscriptionId":7,"errorCode":2,"errorMsg":"no","data":null,"latestValues":null}
                                        """));
    }

    @Test
    void deletedValuesAreEmptyTextOrNull() {
        outbox.add(1, false, "a", 0, null);
        outbox.add(2, true, "a", 0, null);

        assertThat(next().path("data").toString()).isEqualTo("{\"a\":[[0,\"\"]]}");
        assertThat(next().path("data").toString()).isEqualTo("{\"a\":[[0,null]]}");
    }
}
