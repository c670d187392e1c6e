// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The pages of dead letters: why a message failed, its repair, and sending all again with progress. */
@Tag("browser")
class DeadLettersPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();
    private static final String ERROR = "too hot";
    private static final String NOT_TOO_HOT =
            "if (msg.temperature > 99) { throw new Error('%s'); } return true;".formatted(ERROR);

    private final ServiceClient service = APPLICATION.service();
    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    /** A chain that stores readings behind a filter. */
    private static RuleChains chain(String name, String script) {
        RuleChains chain = new RuleChains(name);
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int filter =
                chain.node(
                        "filter.TbJsFilterNode",
                        "Check temperature",
                        "{\"scriptLang\":\"JS\",\"tbelScript\":\"\",\"jsScript\":\"%s\"}"
                                .formatted(script));
        int save =
                chain.node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        return chain.connect(readings, "True", filter).connect(filter, "True", save);
    }

    private ServiceClient.Device deviceOf(String name, String chain) {
        ServiceClient.Device device = service.createDevice(name);
        service.useProfile(device, name + " profile", chain);
        return device;
    }

    private void awaitLetters(String chain, int count) {
        await().until(() ->
                service.get("/api/deadLetters?pageSize=1&page=0&ruleChainId=" + chain)
                                .get("totalElements")
                                .asInt()
                        == count);
    }

    @Test
    void aLetterIsReadRepairedAndSentAgain() {
        String chain = chain("Refusing heat", NOT_TOO_HOT).save(service);
        ServiceClient.Device device = deviceOf("Hot device", chain);
        APPLICATION.publish(device, "{\"temperature\": 451}");
        awaitLetters(chain, 1);

        ui.open("/dead-letters?chain=" + chain);
        assertThat(ui.text(ERROR).first()).isVisible();
        assertThat(ui.link("Hot device")).isVisible();
        ui.screenshot("dead-letters");
        Accessibility.assertNoFindings("dead-letters", ui.page());
        ui.page().getByRole(AriaRole.ROWHEADER).getByRole(AriaRole.LINK).click();

        assertThat(ui.text(ERROR).first()).isVisible();
        assertThat(ui.link("Readings")).isVisible();
        assertThat(ui.text("Failure").first()).isVisible();
        assertThat(ui.button("Send repaired")).isDisabled();
        ui.screenshot("dead-letter");
        Accessibility.assertNoFindings("dead-letter", ui.page());
        ui.page().locator(".cm-content").fill("{\"temperature\": 45.1}");
        ui.button("Send repaired").click();

        assertThat(ui.text("The repaired message was sent again.")).isVisible();
        assertThat(ui.text("No dead letter matches these filters.")).isVisible();
        String values = "/api/plugins/telemetry/DEVICE/%s/values/timeseries".formatted(device.id());
        await().untilAsserted(() -> assertThat(service.get(values).toString()).contains("45.1"));
    }

    @Test
    void allLettersAreSentAgainWithProgressAfterTheChainWasMended() {
        String chain =
                chain("Refusing all", "throw new Error('%s');".formatted(ERROR)).save(service);
        ServiceClient.Device device = deviceOf("Device of many", chain);
        for (int i = 0; i < 30; i++) {
            APPLICATION.publish(device, "{\"temperature\": %d}".formatted(i));
        }
        awaitLetters(chain, 30);
        chain("Refusing all", "return true;").replace(service, chain);

        ui.open("/dead-letters?chain=" + chain);
        assertThat(ui.text("30 found")).isVisible();
        ui.button("Send all again …").click();
        ui.inDialog(AriaRole.BUTTON, "Send 30 messages").click();

        assertThat(ui.dialog()).containsText("30 of 30");
        assertThat(ui.dialog()).containsText(Pattern.compile("All messages have been sent"));
        ui.screenshot("dead-letters-sent");
        ui.dialog().getByText("Close").last().click();
        assertThat(ui.text("No dead letter matches these filters.")).isVisible();
    }
}
