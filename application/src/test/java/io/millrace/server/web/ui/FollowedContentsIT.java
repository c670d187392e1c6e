// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From the search for messages to what each node made of one, and watches of what succeeds. */
@Tag("browser")
class FollowedContentsIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();
    private static final String FAILS_WHEN_HOT =
            """
            {"scriptLang":"JS","tbelScript":"","jsScript":"if (msg.celsius > 100) { throw new Error('too hot'); } return true;"}
            """;

    private final ServiceClient service = APPLICATION.service();
    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    private ServiceClient.Device device(String name) {
        RuleChains chain = new RuleChains(name);
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int rename =
                chain.node(
                        "transform.TbRenameKeysNode",
                        "Rename",
                        "{\"renameIn\":\"DATA\",\"renameKeysMapping\":{\"temperature\":\"celsius\"}}");
        int check = chain.node("filter.TbJsFilterNode", "Check", FAILS_WHEN_HOT);
        chain.connect(readings, "True", rename).connect(rename, "Success", check);
        ServiceClient.Device device = service.createDevice(name + " device");
        service.useProfile(device, name + " profile", chain.save(service));
        return device;
    }

    @Test
    void aFailedMessageIsFoundAndShowsItsContentsAndItsErrorAtEachNode() {
        ServiceClient.Device device = device("Overheated");
        APPLICATION.publish(device, "{\"temperature\": 200}");

        ui.link("Messages").click();
        ui.page().getByLabel("Kept because").first().click();
        ui.named(AriaRole.OPTION, "Failed").click();
        Locator row =
                found("Overheated device").filter(new FilterOptions().setHasText("Dead letter"));
        assertThat(row).containsText(Pattern.compile("Check: .*too hot"));
        assertThat(ui.page()).hasURL(Pattern.compile("messages\\?reason=FAILED$"));
        ui.screenshot("message-search");
        Accessibility.assertNoFindings("message-search", ui.page());
        row.getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions()
                                .setName(Pattern.compile("^Show the way of the message of ")))
                .click();

        assertThat(details("Step 3: Check").getByRole(AriaRole.ALERT)).containsText("too hot");
        assertThat(data("Step 3: Check", "Input data")).containsText("\"celsius\": 200");
        step("Rename").click();
        Locator rename = details("Step 2: Rename");
        assertThat(rename.locator("del")).containsText("\"temperature\": 200");
        assertThat(rename.locator("ins")).containsText("\"celsius\": 200");
        ui.screenshot("followed-contents");
        Accessibility.assertNoFindings("followed-contents", ui.page());
        node("Check").click();
        assertThat(step("Check")).hasAttribute("aria-current", "step");
        step("Readings").click();
        assertThat(details("Step 1: Readings"))
                .containsText("The node passed the message on as it came.");
    }

    @Test
    void aWatchedNodeKeepsTheContentsOfMessagesThatSucceed() {
        ServiceClient.Device device = device("Watched");
        APPLICATION.publish(device, "{\"temperature\": 20}");
        ui.open("/devices/" + device.id());
        Locator recent = ui.named(AriaRole.REGION, "Recent messages");
        recent.getByRole(AriaRole.ROW)
                .filter(new FilterOptions().setHasText("POST_TELEMETRY_REQUEST"))
                .getByRole(AriaRole.BUTTON)
                .click();
        recent.getByText("On the canvas").click();
        step("Check").click();
        assertThat(details("Step 3: Check"))
                .containsText("Only failed, slow and watched messages are kept");
        assertThat(ui.page().locator("[data-watched]")).hasCount(0);

        recent.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions()
                                .setName("Watch for 15 minutes: this node")
                                .setExact(true))
                .click();
        assertThat(recent).containsText(Pattern.compile("Watched, 1[45]:\\d\\d left"));
        assertThat(node("Check").locator("[data-watched]")).isVisible();
        ui.screenshot("watched-node");
        Accessibility.assertNoFindings("watched-node", ui.page());
        APPLICATION.publish(device, "{\"temperature\": 21}");
        assertThat(recent.getByRole(AriaRole.LISTITEM)).hasCount(2);
        recent.getByRole(AriaRole.LISTITEM).first().getByRole(AriaRole.LINK).click();

        step("Rename").click();
        assertThat(details("Step 2: Rename").locator("ins")).containsText("\"celsius\": 21");
        step("Check").click();
        recent.getByText("End watch").click();
        assertThat(ui.page().locator("[data-watched]")).hasCount(0);
    }

    private Locator found(String device) {
        return ui.named(AriaRole.TABLE, "Messages that were found")
                .getByRole(AriaRole.ROW)
                .filter(new FilterOptions().setHas(ui.link(device)));
    }

    private Locator step(String node) {
        return ui.named(AriaRole.LIST, "Steps of the message")
                .getByRole(AriaRole.BUTTON)
                .filter(new FilterOptions().setHasText(node));
    }

    private Locator details(String title) {
        return ui.named(AriaRole.REGION, title);
    }

    private Locator data(String title, String label) {
        return details(title).locator("pre[aria-label='%s']".formatted(label));
    }

    private Locator node(String name) {
        return ui.page()
                .locator(".react-flow__node-rule")
                .filter(new FilterOptions().setHasText(name));
    }
}
