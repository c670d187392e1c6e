// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.millrace.server.mainjob.ServiceClient;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Test runs and test cases in the editor of rule chains. */
@Tag("browser")
class ChainTestPanelIT {

    @RegisterExtension static final Browser browser = new Browser();

    /** Fahrenheit to Celsius; what is warm is logged. The filter lets nothing through yet. */
    private static final String NODES =
            """
            {"ruleChainId": {"entityType": "RULE_CHAIN", "id": "%s"},
             "firstNodeIndex": 0,
             "nodes": [
               {"type": "org.thingsboard.rule.engine.transform.TbTransformMsgNode", "name": "To Celsius",
                "configuration": {"scriptLang": "TBEL", "tbelScript":
                  "msg.celsius = (msg.fahrenheit - 32) / 1.8; return {msg: msg, metadata: metadata, msgType: msgType};"},
                "additionalInfo": {"layoutX": 200, "layoutY": 80}},
               {"type": "org.thingsboard.rule.engine.filter.TbJsFilterNode", "name": "Warm?",
                "configuration": {"scriptLang": "TBEL", "tbelScript": "return false;"},
                "additionalInfo": {"layoutX": 460, "layoutY": 80}},
               {"type": "org.thingsboard.rule.engine.action.TbLogNode", "name": "Log warm",
                "configuration": {"scriptLang": "TBEL", "tbelScript": "return 'warm';"},
                "additionalInfo": {"layoutX": 720, "layoutY": 20}},
               {"type": "org.thingsboard.rule.engine.action.TbLogNode", "name": "Log cold",
                "configuration": {"scriptLang": "TBEL", "tbelScript": "return 'cold';"},
                "additionalInfo": {"layoutX": 720, "layoutY": 150}}],
             "connections": [
               {"fromIndex": 0, "toIndex": 1, "type": "Success"},
               {"fromIndex": 1, "toIndex": 2, "type": "True"},
               {"fromIndex": 1, "toIndex": 3, "type": "False"}]}
            """;

    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    @Test
    void aMessageRunsThroughTheDraftAndItsTestCaseStopsASaveThatBreaksTheChain() {
        openChain("Warm rooms");
        setScript("Warm?", "return msg.celsius > 20;");
        assertThat(ui.text("Unsaved changes")).isVisible();

        run("{\"fahrenheit\": 77}");

        assertThat(passages("passed")).hasCount(3);
        assertThat(passages("unreached")).hasCount(1);
        assertThat(node("Warm?").locator("[data-passage]")).hasText("2");
        assertThat(steps()).containsText("Log warm");
        steps().getByText("To Celsius").click();
        Locator details = ui.named(AriaRole.REGION, "Step 1: To Celsius");
        assertThat(details.locator("ins")).containsText("\"celsius\": 25");
        steps().getByText("Log warm").click();
        assertThat(ui.text("Would log: warm")).isVisible();
        check("chain-test");

        ui.button("Save as test case …").click();
        ui.dialog().getByLabel("Name").fill("a warm room");
        assertThat(ui.dialog().getByLabel("Done", exactly())).isChecked();
        ui.dialog().getByLabel("Output of To Celsius by Success", exactly()).check();
        check("chain-test-case");
        ui.inDialog(AriaRole.BUTTON, "Save test case").click();
        assertThat(ui.dialog()).isHidden();
        assertThat(cases()).containsText("Passed");
        ui.page()
                .waitForResponse(
                        "**/api/ruleChain",
                        () -> ui.page().getByLabel("Run test cases before saving").click());
        assertThat(ui.page().getByLabel("Run test cases before saving")).isChecked();

        setScript("Warm?", "return msg.celsius > 30;");
        assertThat(ui.page().locator("[data-passage]")).hasCount(0);
        browser.expectRefusal(400, "/api/ruleChain/metadata");
        save();
        assertThat(ui.dialog()).containsText("Not saved: 1 test case failed.");
        assertThat(ui.dialog()).containsText("a warm room");
        assertThat(ui.dialog())
                .containsText(
                        "path: expected [To Celsius -Success->, Warm? -True->, Log warm -Success->]");
        check("chain-test-save-stopped");
        ui.inDialog(AriaRole.BUTTON, "Open “a warm room”").click();

        assertThat(ui.dialog()).isHidden();
        assertThat(node("Log cold").locator("[data-passage=passed]")).isAttached();
        assertThat(node("Log warm").locator("[data-passage=unreached]")).isAttached();
        setScript("Warm?", "return msg.celsius >= 24;");
        save();
        assertThat(ui.text("All changes saved")).isVisible();
        assertThat(ui.dialog()).isHidden();
    }

    @Test
    void aRunThatFailsIsOnlyExpectedIfTheUserSaysSo() {
        openChain("Broken rooms");
        setScript("To Celsius", "return msg.celsius.of.nothing;");

        run("{\"fahrenheit\": 77}");

        assertThat(passages("failed")).hasCount(1);
        assertThat(steps().locator("[data-failed]")).containsText("To Celsius");
        check("chain-test-failed");
        ui.button("Save as test case …").click();
        ui.dialog().getByLabel("Name").fill("no reading");
        assertThat(ui.dialog()).containsText("This run failed:");
        Locator save = ui.inDialog(AriaRole.BUTTON, "Save test case");
        assertThat(save).isDisabled();
        ui.dialog().getByLabel("Failed: this message is expected to fail").check();
        save.click();
        assertThat(cases()).containsText("Passed");

        ui.button("Delete “no reading”").click();
        ui.inDialog(AriaRole.BUTTON, "Delete").click();
        assertThat(ui.text("There are no test cases.")).isVisible();
    }

    /** Chromium gives the line in which it replaces text the style of the text as an inline style. */
    @Test
    void aStyleThatTheBrowserGivesALineOfAScriptHasNoEffect() {
        openChain("Styled rooms");
        setScript("Warm?", "return msg.celsius > 20;");

        assertThat(
                        (String)
                                ui.page()
                                        .locator(".cm-line")
                                        .evaluate(
                                                """
                                                line => {
                                                  const styles = () => {
                                                    const { color, fontStyle } = getComputedStyle(line);
                                                    return `${color} ${fontStyle}`;
                                                  };
                                                  const before = styles();
                                                  line.style.color = 'rgb(138, 43, 109)';
                                                  line.style.fontStyle = 'italic';
                                                  return styles() === before ? 'no effect' : styles();
                                                }
                                                """))
                .isEqualTo("no effect");
    }

    private void openChain(String name) {
        ServiceClient service = DemoApplication.running().service();
        JsonMapper json = JsonMapper.shared();
        JsonNode chain = service.post("/api/ruleChain", json.createObjectNode().put("name", name));
        String id = chain.at("/id/id").asString();
        service.post("/api/ruleChain/metadata", json.readTree(NODES.formatted(id)));
        ui.open("/rule-chains/" + id);
        assertThat(node("Warm?")).isVisible();
    }

    private void setScript(String node, String script) {
        node(node).click();
        ui.page()
                .getByRole(
                        AriaRole.TEXTBOX,
                        new GetByRoleOptions().setName(Pattern.compile("^TBEL script")))
                .fill(script);
        assertThat(ui.text("No errors")).isVisible();
    }

    /** Runs a message with the data from the panel, which it opens. */
    private void run(String data) {
        ui.button("Test").click();
        ui.page()
                .getByRole(
                        AriaRole.TEXTBOX,
                        new GetByRoleOptions().setName(Pattern.compile("^Payload")))
                .fill(data);
        ui.button("Run").click();
        assertThat(steps()).isVisible();
    }

    private void save() {
        ui.press("Control+s");
        ui.inDialog(AriaRole.BUTTON, "Save").click();
    }

    private static Locator.GetByLabelOptions exactly() {
        return new Locator.GetByLabelOptions().setExact(true);
    }

    private Locator node(String name) {
        return ui.page()
                .locator(".react-flow__node-rule")
                .filter(new FilterOptions().setHasText(name));
    }

    private Locator passages(String state) {
        return ui.page().locator("[data-passage=%s]".formatted(state));
    }

    private Locator steps() {
        return ui.named(AriaRole.LIST, "Steps");
    }

    private Locator cases() {
        return ui.named(AriaRole.LIST, "Test cases");
    }

    /** In light and dark colours without findings of axe, and on a phone no wider than the window. */
    private void check(String name) {
        for (ColorScheme colours : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            String scheme = colours == ColorScheme.DARK ? "dark" : "light";
            ui.page().emulateMedia(new EmulateMediaOptions().setColorScheme(colours));
            assertThat(ui.page().locator("html")).hasAttribute("data-mantine-color-scheme", scheme);
            ui.screenshot("%s-%s".formatted(name, scheme));
            Accessibility.assertNoFindings(name, ui.page());
        }
        ui.page().setViewportSize(390, 740);
        ui.screenshot(name + "-phone");
        assertThat(ui.page().evaluate("document.documentElement.scrollWidth - window.innerWidth"))
                .as("%s: pixels of the page beside the window", name)
                .isEqualTo(0);
        ui.page().setViewportSize(1280, 800);
    }
}
