// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FewNamesFactoryTest {

    /** Jackson's own table has more than 400 KB after so many names. */
    private static final int MANY_NAMES = 5_000;

    private final JsonMapper json = JsonMapper.builder(MessageJson.factory().build()).build();

    @Test
    void aNewNameTakesLittleMemoryAfterManyOthers() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < MANY_NAMES; i++) {
            json.readTree(bytes(object(i)));
        }

        for (int i = 0; i < 100; i++) {
            byte[] withNewName = bytes(object(MANY_NAMES + i));
            long before = threads.getCurrentThreadAllocatedBytes();
            json.readTree(withNewName);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;

            assertThat(allocated).isLessThan(128 * 1_024);
        }
    }

    @Test
    void aNameIsReadRightHoweverManyAreRemembered() {
        for (int i = 0; i < MANY_NAMES; i++) {
            String text = object(i % 1_500);

            assertThat(json.readTree(bytes(text))).hasToString(text);
        }
    }

    private static String object(int number) {
        return "{\"the key with the number %d\":%d}".formatted(number, number);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
