// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import io.millrace.message.id.TimeOrderedUuid;
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
    void aReadingOfTheChartIsFollowedToTheCanvasByPointerAndByKeyboard() {
        ServiceClient.Device device = service.createDevice("Charted device");
        service.useProfile(device, "Charted profile", chain("Charted"));
        APPLICATION.publish(device, "{\"temperature\": 21.5}");
        APPLICATION.publish(device, "{\"temperature\": 22.5}");
        ui.open("/devices/" + device.id());
        Locator chart = ui.page().locator("[role=img][aria-label^='Line chart']");
        assertThat(chart).hasAccessibleName(Pattern.compile(": 2 points, .*latest 22\\.5$"));
        Locator reading = ui.named(AriaRole.REGION, "Followed reading");

        // The readings of the last seconds are at the right end of the last hour.
        BoundingBox box = chart.locator(".u-over").boundingBox();
        ui.page().mouse().click(box.x + box.width - 8, box.y + box.height / 2);
        assertThat(reading).containsText("temperature, ");
        assertThat(reading.getByRole(AriaRole.LINK)).isVisible();
        assertThat(ui.button("Reset zoom")).hasCount(0);
        reading.getByRole(AriaRole.BUTTON).getByText("Close").click();
        assertThat(reading).hasCount(0);

        ui.button("Follow a reading of temperature").focus();
        ui.press("Enter");
        assertThat(ui.button("Later reading")).isDisabled();
        ui.button("Earlier reading").focus();
        ui.press("Enter");
        assertThat(ui.button("Earlier reading")).isDisabled();
        assertThat(reading.getByRole(AriaRole.LINK)).isVisible();
        ui.screenshot("followed-reading");
        Accessibility.assertNoFindings("followed-reading", ui.page());
        reading.getByRole(AriaRole.LINK).focus();
        ui.press("Enter");

        assertThat(ui.page().getByText(Pattern.compile("The way of the message of .*: Done, .*s")))
                .isVisible();
        assertThat(ui.page().locator("[data-passage=passed]")).hasCount(2);
    }

    @Test
    void aTextIsFollowedFromItsTime() {
        ServiceClient.Device device = service.createDevice("Device with texts");
        service.useProfile(device, "Profile of texts", chain("Texts"));
        APPLICATION.publish(device, "{\"mode\": \"heating\"}");

        ui.open("/devices/" + device.id() + "?key=mode");
        ui.page()
                .getByRole(
                        AriaRole.BUTTON,
                        new GetByRoleOptions()
                                .setName(Pattern.compile("^Follow the reading of \\d{4}-")))
                .click();

        assertThat(ui.link("The way of its message on the canvas")).isVisible();
    }

    @Test
    void aReadingWhoseMessageHasNoPathAnyMoreIsSaidToHaveNone() {
        ServiceClient.Device device = service.createDevice("Forgotten device");
        APPLICATION.publish(device, "{\"temperature\": 21.5}");
        UUID forgotten = TimeOrderedUuid.at(0);
        browser.expectRefusal(404, "/api/messages/%s/path".formatted(forgotten));
        // The service keeps paths for minutes: no test waits for that.
        ui.page()
                .route(
                        Pattern.compile("/values/timeseries/message\\?"),
                        route ->
                                route.fulfill(
                                        new FulfillOptions()
                                                .setContentType("application/json")
                                                .setBody(
                                                        "{\"messageId\":\"%s\"}"
                                                                .formatted(forgotten))));

        ui.open("/devices/" + device.id());
        ui.button("Follow a reading of temperature").click();

        Locator reading = ui.named(AriaRole.REGION, "Followed reading");
        assertThat(reading).containsText("The path of this message is no longer kept.");
        assertThat(reading).containsText("Message %s of 19".formatted(forgotten));
        assertThat(reading.getByRole(AriaRole.LINK)).hasCount(0);
        Accessibility.assertNoFindings("forgotten-reading", ui.page());
    }

    @Test
    void aPathThatIsNoLongerKeptIsSaidToBeGone() {
        UUID unknown = UUID.randomUUID();
        browser.expectRefusal(404, "/api/messages/%s/path".formatted(unknown));

        ui.open("/rule-chains/%s?message=%s".formatted(chain("Forgetful"), unknown));

        assertThat(ui.page().getByText("The way of this message is no longer kept.")).isVisible();
    }
}
