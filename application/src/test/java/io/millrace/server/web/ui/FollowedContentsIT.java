// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** From the search for messages to what each node made of one, and watches of what succeeds. */
@Tag("browser")
class FollowedContentsIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();
    private static final String FAILS_WHEN_HOT =
            """
            {"scriptLang":"JS","tbelScript":"","jsScript":"if (msg.celsius > 100) { throw new Error('too hot'); } return true;"}
            """;

    private static final String LOGS =
            "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"return 'seen';\",\"jsScript\":\"\"}";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ServiceClient service = APPLICATION.service();
    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    private ServiceClient.Device device(String name) {
        ServiceClient.Device device = service.createDevice(name + " device");
        service.useProfile(device, name + " profile", chain(name));
        return device;
    }

    private String chain(String name) {
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
        return chain.connect(readings, "True", rename)
                .connect(rename, "Success", check)
                .save(service);
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
        assertThat(details("Step 3: Check")).not().containsText("passed the message on");
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

    @Test
    void watchesOfARuleChainAndOfADeviceKeepTheContentsOfMessagesThatSucceed() {
        String chain = chain("Watched as a whole");
        ServiceClient.Device device = service.createDevice("Device of a watched chain");
        service.useProfile(device, "Profile of a watched chain", chain);

        ui.open("/rule-chains/" + chain);
        ui.button("Watch for 15 minutes: this rule chain").click();
        assertThat(ui.button("End watch of this rule chain")).isVisible();
        assertThat(ui.heightOfToolbar()).as("pixels of one row").isLessThan(Ui.TWO_ROWS);
        ui.screenshot("watched-chain");
        APPLICATION.publish(device, "{\"temperature\": 20}");
        node("Rename").click();
        Locator recent = ui.named(AriaRole.REGION, "Recent messages");
        recent.getByRole(AriaRole.LISTITEM).first().getByRole(AriaRole.LINK).click();
        assertThat(details("Step 2: Rename").locator("ins")).containsText("\"celsius\": 20");
        ui.button("End watch of this rule chain").click();
        assertThat(ui.button("Watch for 15 minutes: this rule chain")).isVisible();

        ui.open("/devices/" + device.id());
        ui.button("Watch for 15 minutes: this device").click();
        assertThat(ui.button("End watch of this device")).isVisible();
        APPLICATION.publish(device, "{\"temperature\": 21}");
        Locator readings =
                recent.getByRole(AriaRole.ROW)
                        .filter(new FilterOptions().setHasText("POST_TELEMETRY_REQUEST"));
        assertThat(readings).hasCount(2);
        readings.first().getByRole(AriaRole.BUTTON).click();
        recent.getByText("On the canvas").click();
        step("Rename").click();
        assertThat(details("Step 2: Rename").locator("ins")).containsText("\"celsius\": 21");
    }

    @Test
    void eachDeliveryOfAMessageIsChosen() {
        RuleChains chain = new RuleChains("Two deliveries");
        int checkpoint = chain.node("flow.TbCheckpointNode", "Checkpoint", "{}");
        int log = chain.node("action.TbLogNode", "Log", LOGS);
        ServiceClient.Device device = service.createDevice("Device of two deliveries");
        service.useProfile(
                device,
                "Profile of two deliveries",
                chain.connect(checkpoint, "Success", log).save(service));
        APPLICATION.publish(device, "{\"temperature\": 20}");

        ui.open("/devices/" + device.id());
        Locator recent = ui.named(AriaRole.REGION, "Recent messages");
        Locator deliveries =
                recent.getByRole(AriaRole.ROW)
                        .filter(new FilterOptions().setHasText("POST_TELEMETRY_REQUEST"));
        assertThat(deliveries).hasCount(2);
        deliveries.last().getByRole(AriaRole.BUTTON).click();
        recent.getByText("On the canvas").click();

        Locator choice = ui.label("Delivery");
        assertThat(choice.locator("option")).hasCount(2);
        assertThat(choice.locator("option:checked"))
                .hasText(Pattern.compile("^Delivery 1: Done, "));
        assertThat(step("Checkpoint")).isVisible();
        assertThat(step("Log")).hasCount(0);
        choice.selectOption(new SelectOption().setIndex(1));
        assertThat(step("Log")).isVisible();
        assertThat(step("Checkpoint")).hasCount(0);
        assertThat(choice.locator("option:checked"))
                .hasText(Pattern.compile("^Delivery 2: Done, "));
        assertThat(ui.page()).hasURL(Pattern.compile("&delivery=[0-9a-f-]+$"));
        ui.screenshot("deliveries");
        Accessibility.assertNoFindings("deliveries", ui.page());
    }

    @Test
    void contentsBeyondTheRoomOfAMessageAreSaidNotToBeKept() {
        RuleChains chain = new RuleChains("Many changes");
        int changes = 20;
        int last = rename(chain, 0);
        for (int i = 1; i < changes; i++) {
            int next = rename(chain, i);
            chain.connect(last, "Success", next);
            last = next;
        }
        int fails =
                chain.node(
                        "filter.TbJsFilterNode",
                        "Check",
                        "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"return msg.unknown.value > 1;\",\"jsScript\":\"\"}");
        ServiceClient.Device device = service.createDevice("Device of many changes");
        service.useProfile(
                device,
                "Profile of many changes",
                chain.connect(last, "Success", fails).save(service));
        APPLICATION.publish(device, "{\"key0\": \"%s\"}".formatted("x".repeat(60_000)));

        ui.open("/messages?type=POST_TELEMETRY_REQUEST&device=" + device.id());
        found("Device of many changes")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions()
                                .setName(Pattern.compile("^Show the way of the message of ")))
                .click();

        assertThat(details("Step 21: Check").getByRole(AriaRole.ALERT)).isVisible();
        step("Rename 1").first().click();
        assertThat(details("Step 1: Rename 1").locator("ins")).containsText("key1");
        step("Rename 20").click();
        assertThat(details("Step 20: Rename 20"))
                .containsText("the message is too large or was changed too often");
        assertThat(details("Step 20: Rename 20").getByRole(AriaRole.BUTTON)).hasCount(0);
        Accessibility.assertNoFindings("contents-without-room", ui.page());
    }

    private static int rename(RuleChains chain, int i) {
        return chain.node(
                "transform.TbRenameKeysNode",
                "Rename %d".formatted(i + 1),
                "{\"renameIn\":\"DATA\",\"renameKeysMapping\":{\"key%d\":\"key%d\"}}"
                        .formatted(i, i + 1));
    }

    @Test
    void theSearchShowsEarlierMessagesAndSaysWhichAreMissing() {
        ServiceClient.Device device = device("Busy");
        try (MqttDevice client = new MqttDevice(APPLICATION.mqttPort(), device.token())) {
            for (int i = 0; i < 60; i++) {
                client.publish(MqttDevice.TELEMETRY, "{\"temperature\": %d}".formatted(i));
            }
        }
        ui.page()
                .route(
                        Pattern.compile("/api/messages\\?"),
                        route -> {
                            ObjectNode answer = (ObjectNode) JSON.readTree(route.fetch().text());
                            answer.putArray("unanswered")
                                    .addObject()
                                    .put("instance", "second")
                                    .put("reason", "no answer within 2 s");
                            answer.putObject("notKept").put("count", 3).put("since", 1);
                            route.fulfill(
                                    new FulfillOptions()
                                            .setContentType("application/json")
                                            .setBody(answer.toString()));
                        });

        ui.open("/messages?type=POST_TELEMETRY_REQUEST&device=" + device.id());
        Locator rows = found("Busy device");
        assertThat(rows).hasCount(50);
        assertThat(ui.text("One instance did not answer; its messages are missing here."))
                .isVisible();
        assertThat(ui.text("second: no answer within 2 s")).isVisible();
        assertThat(ui.text("3 failed, slow or watched messages have not been kept since 1970-"))
                .isVisible();
        ui.screenshot("message-search-incomplete");
        Accessibility.assertNoFindings("message-search-incomplete", ui.page());
        ui.button("Show earlier messages").click();

        assertThat(rows).hasCount(60);
        assertThat(ui.button("Show earlier messages")).hasCount(0);
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
