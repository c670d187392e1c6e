// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.millrace.server.mainjob.ServiceClient;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every page in light and dark colours: without findings of axe, and no wider than the window, on a screen and on a
 * phone. The pictures are in {@code target/screenshots}, to look at.
 */
@Tag("browser")
class PagesIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();
    private static final String LONG =
            "Compressor of the third production hall behind the old boiler house, north side, "
                    + "DIN-EN-60529-IP54-0123456789012345678901234567890123456789";

    private static ServiceClient.Device device;
    private static String chain;
    private static String alarm;

    @BeforeAll
    static void fill() {
        ServiceClient service = APPLICATION.service();
        device = service.createDevice(LONG);
        APPLICATION.publish(
                device,
                "{\"temperature\": 12345678.25, \"serial\": 9007199254740993, \"state\": \"%s\", \"door\": true}"
                        .formatted(LONG));
        ObjectNode wanted =
                JsonMapper.shared().createObjectNode().put("type", LONG).put("severity", "MAJOR");
        wanted.putObject("originator").put("entityType", "DEVICE").put("id", device.id());
        wanted.putObject("details").put("cause", LONG);
        alarm = service.post("/api/alarm", wanted).at("/id/id").asString();
        JsonNode chains = service.get("/api/ruleChains?pageSize=10&page=0");
        chain = chains.at("/data/0/id/id").asString();
    }

    @Test
    void thePagesBeforeTheSignInLookWell() {
        browser.ui().open("/");
        check("sign-in", browser.ui().button("Sign in"));
        browser.expectRefusal(409, "/api/noauth/activate?activateToken=wrong");
        browser.ui().open("/activate?activateToken=wrong");
        check("activate-invalid", browser.ui().heading("This activation link is not valid"));
    }

    @Test
    void thePagesOfDevicesLookWell() {
        Ui ui = browser.ui();
        ui.signIn();
        check("devices-long", ui.text("12345678.25"));
        ui.open("/devices?search=nothing");
        check("devices-none", ui.button("Show all devices"));
        ui.open("/devices/" + device.id());
        check("device-long", ui.page().locator("[role=img]"));
        ui.open("/account");
        check("account", ui.heading("Change password"));
        ui.open("/no/such/page");
        check("not-found", ui.heading("There is no such page"));
    }

    @Test
    void thePagesOfRuleChainsLookWell() {
        Ui ui = browser.ui();
        ui.signIn();
        ui.open("/rule-chains");
        check("rule-chains", ui.link("Root Rule Chain"));
        ui.open("/rule-chains/%s/versions".formatted(chain));
        check("versions", ui.page().locator(".react-flow__node").first());
        ui.open("/rule-chains/" + chain);
        Locator node = ui.page().locator(".react-flow__node-rule").first();
        check("editor", node);
        node.click();
        check("editor-node", ui.named(AriaRole.TEXTBOX, "Name"));
        ui.press("a");
        check("editor-add", ui.dialog());
        ui.press("Escape");
        ui.press("t");
        check("editor-table", ui.dialog());
        ui.press("Escape");
        ui.press("?");
        check("editor-shortcuts", ui.dialog());
    }

    @Test
    void thePagesOfAlarmsLookWell() {
        Ui ui = browser.ui();
        ui.signIn();
        ui.open("/alarms?search=Compressor");
        check("alarms-long", ui.link(LONG).first());
        ui.open("/alarms/" + alarm);
        check("alarm-long", ui.heading(LONG));
    }

    @Test
    void thePageOfMessagesLooksWell() {
        Ui ui = browser.ui();
        ui.signIn();
        ui.open("/messages");
        check("messages-search", ui.named(AriaRole.REGION, "Conditions of the search"));
        ui.open("/messages?view=ledger");
        check("messages", ui.named(AriaRole.TABLE, "Ledger"));
        ui.open("/messages?view=queues");
        check("messages-queues", ui.named(AriaRole.TABLE, "Queues"));
    }

    @Test
    void thePagesOfTheSystemAdministratorLookWell() {
        Ui ui = browser.ui();
        ui.signIn(DemoApplication.SYSTEM_ADMINISTRATOR, DemoApplication.PASSWORD);
        check("system", ui.heading("System"));
        ui.open("/messages");
        check("system-messages", ui.named(AriaRole.TABLE, "Ledger"));
    }

    private static void check(String name, Locator loaded) {
        Ui ui = browser.ui();
        assertThat(loaded).isVisible();
        for (ColorScheme colours : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            String picture = "%s-%s".formatted(name, colours.name().toLowerCase(Locale.ROOT));
            ui.page().emulateMedia(new EmulateMediaOptions().setColorScheme(colours));
            assertThat(ui.page().locator("html"))
                    .hasAttribute(
                            "data-mantine-color-scheme", colours.name().toLowerCase(Locale.ROOT));
            ui.screenshot(picture);
            Accessibility.assertNoFindings(picture, ui.page());
        }
        assertThatItFits(name);
        ui.page().setViewportSize(375, 740);
        ui.screenshot(name + "-phone");
        assertThatItFits(name + " on a phone");
        ui.page().setViewportSize(1280, 800);
    }

    private static void assertThatItFits(String name) {
        assertThat(
                        browser.ui()
                                .page()
                                .evaluate(
                                        "document.documentElement.scrollWidth - window.innerWidth"))
                .as("%s: pixels of the page beside the window", name)
                .isEqualTo(0);
    }
}
