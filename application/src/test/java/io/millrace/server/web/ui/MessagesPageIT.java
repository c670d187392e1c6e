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

/** The page of messages: the ledger as a balance sheet, and the queues. */
@Tag("browser")
class MessagesPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();
    private static final int TAKEN_IN = 0;
    private static final int DEAD_LETTERS = 3;

    private Ui ui;

    @BeforeEach
    void open() {
        ui = browser.ui();
        ui.signIn();
        ui.open("/messages?view=ledger");
        assertThat(ui.named(AriaRole.TABLE, "Ledger")).isVisible();
    }

    @Test
    void publishedMessagesAppearInTheLedgerAndItBalances() {
        ServiceClient.Device device = deviceOfFailingChain("Counted");
        APPLICATION.publish(device, "{\"good\":1}");
        APPLICATION.publish(device, "{\"good\":2}");
        assertThat(ui.link("Counted")).isVisible();
        assertThat(cell("Counted", DEAD_LETTERS)).hasText("0");

        APPLICATION.publish(device, "{\"bad\":1}");

        assertThat(row("Counted").getByLabel("1 dead letter of Counted"))
                .hasAttribute("href", Pattern.compile("dead-letters\\?chain="));
        assertThat(cell("Counted", TAKEN_IN)).hasText(Pattern.compile("\\d+"));
        assertThat(row("Counted").getByLabel("Balanced: taken in = ended + in flight")).isVisible();
        assertThat(row("Counted")).containsText(Pattern.compile("[\\d.]+/s"));
        assertThat(total().getByLabel("Balanced: taken in = ended + in flight")).isVisible();
        assertThat(total()).containsText(Pattern.compile("[\\d.]+/s"));
        ui.screenshot("ledger");
        Accessibility.assertNoFindings("ledger", ui.page());

        ui.link("Counted").click();
        assertThat(ui.page().locator(".react-flow__node").first()).isVisible();
    }

    @Test
    void theQueuesShowTheirPoliciesInWordsAndTheAddressKeepsTheView() {
        ui.named(AriaRole.TAB, "Queues").click();

        assertThat(queue("Main")).containsText("No retry, dead letter");
        assertThat(queue("SequentialByOriginator")).containsText("Sequential by originator");
        assertThat(queue("SequentialByOriginator"))
                .containsText("Retry failed and timed out, 3 times, pause 5 s");
        ui.screenshot("queues");
        Accessibility.assertNoFindings("queues", ui.page());

        ui.page().reload();
        assertThat(queue("Main")).isVisible();
        ui.press("Tab");
        ui.named(AriaRole.TAB, "Queues").press("ArrowLeft");
        assertThat(ui.named(AriaRole.TAB, "Ledger")).isFocused();
        assertThat(total()).isVisible();
    }

    /** A device whose telemetry fails unless it has the key "good". */
    private static ServiceClient.Device deviceOfFailingChain(String name) {
        RuleChains chain = new RuleChains(name);
        int telemetry =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Only telemetry",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int good =
                chain.node(
                        "filter.TbCheckMessageNode",
                        "Is good",
                        "{\"messageNames\":[\"good\"],\"metadataNames\":[],\"checkAllKeys\":true}");
        int failing =
                chain.node(
                        "metadata.TbGetAttributesNode",
                        "Needs an attribute",
                        """
                        {"serverAttributeNames":["missing"],"tellFailureIfAbsent":true,"fetchTo":"METADATA"}
                        """);
        chain.connect(telemetry, "True", good).connect(good, "False", failing);
        ServiceClient service = APPLICATION.service();
        ServiceClient.Device device = service.createDevice(name + " device");
        service.useProfile(device, name + " profile", chain.save(service));
        return device;
    }

    private Locator row(String chain) {
        return ui.page().getByRole(AriaRole.ROW).filter(new FilterOptions().setHas(ui.link(chain)));
    }

    private Locator cell(String chain, int number) {
        return row(chain).getByRole(AriaRole.CELL).nth(number);
    }

    private Locator total() {
        return rowWithHead("All rule chains");
    }

    private Locator queue(String name) {
        return rowWithHead(name);
    }

    private Locator rowWithHead(String head) {
        return ui.page()
                .getByRole(AriaRole.ROW)
                .filter(new FilterOptions().setHas(ui.named(AriaRole.ROWHEADER, head)));
    }
}
