// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The live figures of the nodes on the canvas. */
@Tag("browser")
class LiveFiguresIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();
    private static final Pattern RATE = Pattern.compile("[1-9][\\d.]*/s");

    private final ServiceClient service = APPLICATION.service();
    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    /** A chain whose second node fails every message. */
    private String failingChain() {
        RuleChains chain = new RuleChains("Watched");
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int filter =
                chain.node(
                        "filter.TbJsFilterNode",
                        "Broken script",
                        "{\"scriptLang\":\"JS\",\"tbelScript\":\"\",\"jsScript\":\"throw new Error('no');\"}");
        return chain.connect(readings, "True", filter).save(service);
    }

    @Test
    void theFiguresOfNodesMoveUnderLoadAndRankThem() {
        String chain = failingChain();
        ServiceClient.Device device = service.createDevice("Loaded device");
        service.useProfile(device, "Loaded profile", chain);
        try (MqttDevice client = new MqttDevice(APPLICATION.mqttPort(), device.token());
                ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor()) {
            client.publish(MqttDevice.TELEMETRY, "{\"a\": 1}");
            var _ =
                    load.scheduleWithFixedDelay(
                            () -> client.publish(MqttDevice.TELEMETRY, "{\"a\": 1}"),
                            0,
                            50,
                            TimeUnit.MILLISECONDS);

            ui.open("/rule-chains/" + chain);
            assertThat(ui.page().getByText(RATE).first()).isVisible();
            assertThat(ui.page().getByText("100% failed")).isVisible();
            ui.screenshot("live-figures");
            Accessibility.assertNoFindings("live-figures", ui.page());

            ui.button("Who is slow?").click();
            Locator panel = ui.named(AriaRole.REGION, "Who is slow?");
            assertThat(panel).containsText("Nodes by p99");
            panel.getByRole(AriaRole.BUTTON).getByText("failures").click();
            assertThat(panel.getByRole(AriaRole.ROW).nth(1)).containsText("Broken script");
            ui.screenshot("who-is-slow");
            panel.getByText("#2 Broken script").click();
            assertThat(ui.label("Name")).hasValue("Broken script");

            ui.button("Hide live figures").click();
            assertThat(ui.page().getByText(RATE)).hasCount(0);
            load.shutdownNow();
        }
    }
}
