// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The way of a message: among the recent messages of its device, and on the canvas. */
@Tag("browser")
class FollowMessageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

    private final ServiceClient service = APPLICATION.service();
    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    private String chain(String name) {
        RuleChains chain = new RuleChains(name);
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int save =
                chain.node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        int log =
                chain.node(
                        "action.TbLogNode",
                        "Other messages",
                        "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"return 'other';\",\"jsScript\":\"\"}");
        return chain.connect(readings, "True", save).connect(readings, "False", log).save(service);
    }

    @Test
    void aMessageIsFollowedFromItsDeviceToTheCanvasInThreeClicks() {
        String chain = chain("Followed");
        ServiceClient.Device device = service.createDevice("Followed device");
        service.useProfile(device, "Followed profile", chain);
        APPLICATION.publish(device, "{\"temperature\": 21.5}");

        ui.open("/devices/" + device.id());
        Locator messages = ui.named(AriaRole.REGION, "Recent messages");
        Locator reading =
                messages.getByRole(AriaRole.ROW)
                        .filter(new Locator.FilterOptions().setHasText("POST_TELEMETRY_REQUEST"));
        assertThat(reading).containsText("Done");
        reading.getByRole(AriaRole.BUTTON).click();
        assertThat(messages.getByRole(AriaRole.LISTITEM)).hasCount(2);
        assertThat(messages.getByRole(AriaRole.LISTITEM).nth(1)).containsText("Save");
        ui.screenshot("recent-messages");
        Accessibility.assertNoFindings("recent-messages", ui.page());
        messages.getByRole(AriaRole.LINK).getByText("On the canvas").click();

        assertThat(ui.page().getByText(Pattern.compile("The way of the message of .*: Done, .*s")))
                .isVisible();
        assertThat(ui.page().locator("[data-passage=passed]")).hasCount(2);
        assertThat(ui.page().locator("[data-passage=unreached]")).hasCount(1);
        ui.screenshot("followed-message");
        Accessibility.assertNoFindings("followed-message", ui.page());
        ui.button("Show no way of a message").click();
        assertThat(ui.page().locator("[data-passage]")).hasCount(0);
    }

    @Test
    void aPathThatIsNoLongerKeptIsSaidToBeGone() {
        UUID unknown = UUID.randomUUID();
        browser.expectRefusal(404, "/api/messages/%s/path".formatted(unknown));

        ui.open("/rule-chains/%s?message=%s".formatted(chain("Forgetful"), unknown));

        assertThat(ui.page().getByText("The way of this message is no longer kept.")).isVisible();
    }
}
