// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.start.StartNotice.Section;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartBannerTest {

    private record Notice(Section section, List<String> lines) implements StartNotice {}

    @Test
    void printsThePartsInTheirOrder() {
        assertThat(
                        printed(
                                new Notice(Section.DEMO_DEVICE, List.of("token", "command")),
                                new Notice(Section.WEB_UI, List.of("url")),
                                new Notice(Section.MQTT, List.of("address")),
                                new Notice(Section.ACCOUNTS, List.of("account"))))
                .containsExactly(
                        "",
                        "Millrace is ready.",
                        "  url",
                        "  account",
                        "  address",
                        "  token",
                        "  command",
                        "");
    }

    @Test
    void leavesOutAPartThatHasNothingToSay() {
        assertThat(printed(new Notice(Section.ACCOUNTS, List.of())))
                .containsExactly("", "Millrace is ready.", "");
    }

    private static List<String> printed(StartNotice... notices) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new StartBanner(List.of(notices), new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .print();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
