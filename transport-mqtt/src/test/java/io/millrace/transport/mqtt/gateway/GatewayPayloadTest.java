// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.millrace.message.MalformedPayloadException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayPayloadTest {

    private static List<String> parts(String payload) {
        return GatewayPayload.parts(payload.getBytes(StandardCharsets.UTF_8)).stream()
                .map(part -> part.device() + "=" + new String(part.json(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void theDevicesHaveTheirPartsAsTheGatewaySentThem() {
        assertThat(
                        parts(
                                """
                                { "A": [{"ts":1, "values":{"t":[1,{"x":"}"}]}}], "B" : { "t": 2 },
                                  "C":5 , "D":"text", "E":null }
                                """))
                .containsExactly(
                        "A=[{\"ts\":1, \"values\":{\"t\":[1,{\"x\":\"}\"}]}}]",
                        "B={ \"t\": 2 }",
                        "C=5",
                        "D=\"text\"",
                        "E=null");
    }

    @Test
    void namesAndPartsMayHaveCharactersOfSeveralBytes() {
        assertThat(parts("{\"Kühlung €\":{\"°C\":\"𝄞\"},\"ä\":[1]}"))
                .containsExactly("Kühlung €={\"°C\":\"𝄞\"}", "ä=[1]");
    }

    @Test
    void aPartMayBeLong() {
        String text = "x".repeat(100_000);

        assertThat(parts("{\"A\":[\"%s\"],\"B\":[\"%s\"]}".formatted(text, text)))
                .containsExactly("A=[\"%s\"]".formatted(text), "B=[\"%s\"]".formatted(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [1]            | a key for each device
                    {"A":[1]} 2    | text follows
                    {" ":[1]}      | name of a device is missing
                    {"A":[1}       | not JSON
                    {"A":[1]       | not JSON
                    {"A":"text     | not JSON
                    """)
    void aPayloadThatIsNoObjectOfPartsIsRefused(String payload, String complaint) {
        assertThatThrownBy(() -> parts(payload))
                .isInstanceOf(MalformedPayloadException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void aPayloadThatIsNotUtf8IsRefused() {
        byte[] latin1 = "{\"Kühlung\":[1]}".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> GatewayPayload.parts(latin1))
                .isInstanceOf(MalformedPayloadException.class)
                .hasMessage("the payload is not UTF-8");
    }

    @Test
    void aNewNameTakesNoMoreMemoryAfterManyOthers() {
        long first = allocatedBy(0);
        for (int i = 1; i < 5_000; i++) {
            parts(payload(i));
        }

        assertThat(allocatedBy(5_000)).isLessThan(2 * first + 4_096);
    }

    private static String payload(int number) {
        return "{\"The device with the number %d\":[{\"t\":1}]}".formatted(number);
    }

    /** Bytes that this thread allocates for a payload; the least of several, all with names of their own. */
    private static long allocatedBy(int number) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            byte[] payload = payload(1_000_000 + number + i).getBytes(StandardCharsets.UTF_8);
            long before = threads.getCurrentThreadAllocatedBytes();
            GatewayPayload.parts(payload);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
