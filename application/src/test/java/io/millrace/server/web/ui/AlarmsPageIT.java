// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The pages of alarms: an alarm appears when a chain creates it, and a user takes care of it. */
@Tag("browser")
class AlarmsPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

    private final ServiceClient service = APPLICATION.service();

    /** A chain that creates an alarm for each temperature above 90. */
    private String chain() {
        RuleChains chain = new RuleChains("Watching heat");
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int hot =
                chain.node(
                        "filter.TbJsFilterNode",
                        "Too hot?",
                        "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"return msg.temperature > 90;\",\"jsScript\":\"\"}");
        int alarm =
                chain.node(
                        "action.TbCreateAlarmNode",
                        "Create alarm",
                        """
                        {"alarmType":"Overheated","severity":"CRITICAL","useMessageAlarmData":false,"scriptLang":"TBEL",
                         "alarmDetailsBuildTbel":"return {temperature: msg.temperature};","alarmDetailsBuildJs":"",
                         "propagate":false,"propagateToOwner":false,"propagateToTenant":false,"relationTypes":[]}
                        """);
        return chain.connect(readings, "True", hot).connect(hot, "True", alarm).save(service);
    }

    @Test
    void anAlarmAppearsWhenAChainCreatesItAndIsAcknowledgedAssignedCommentedAndCleared() {
        ServiceClient.Device device = service.createDevice("Hot boiler");
        service.useProfile(device, "Hot boiler profile", chain());
        Ui ui = browser.ui();
        ui.signIn();
        ui.link("Alarms").click();
        ui.open("/alarms?search=Hot+boiler");
        assertThat(ui.text("No alarm matches these filters.")).isVisible();

        APPLICATION.publish(device, "{\"temperature\": 95}");

        Locator row =
                ui.page()
                        .getByRole(AriaRole.ROW)
                        .filter(new Locator.FilterOptions().setHasText("Overheated"));
        assertThat(row).containsText("Critical");
        assertThat(row).containsText("Active, not acknowledged");
        ui.screenshot("alarms");
        Accessibility.assertNoFindings("alarms", ui.page());
        row.getByRole(AriaRole.LINK).getByText("Overheated").click();

        assertThat(ui.heading("Overheated")).isVisible();
        assertThat(ui.text("\"temperature\": 95")).isVisible();
        ui.button("Acknowledge").click();
        assertThat(ui.page().getByRole(AriaRole.STATUS)).hasText("Active, acknowledged");
        assertThat(ui.button("Acknowledge")).hasCount(0);

        ui.named(AriaRole.COMBOBOX, "Assigned to").click();
        ui.named(AriaRole.OPTION, DemoApplication.USER).click();
        Locator history = ui.named(AriaRole.LIST, "History");
        assertThat(history)
                .containsText("%1$s assigned the alarm to %1$s".formatted(DemoApplication.USER));

        ui.label("Comment").fill("The pump stood still");
        ui.button("Add comment").click();
        assertThat(history.getByRole(AriaRole.LISTITEM).first())
                .containsText("The pump stood still");
        ui.screenshot("alarm");
        Accessibility.assertNoFindings("alarm", ui.page());

        ui.button("Clear").click();
        assertThat(ui.page().getByRole(AriaRole.STATUS)).hasText("Cleared, acknowledged");
        assertThat(history).containsText("cleared the alarm");

        ui.link("Hot boiler").click();
        Locator ofDevice = ui.named(AriaRole.REGION, "Alarms");
        assertThat(ofDevice).containsText("Overheated");
        assertThat(ofDevice).containsText("Cleared, acknowledged");
        ofDevice.scrollIntoViewIfNeeded();
        ui.screenshot("alarms-of-device");
    }
}
