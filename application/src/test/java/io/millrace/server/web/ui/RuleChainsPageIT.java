// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.RuleChains;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list of rule chains: what it does with a chain, and what its pages hold. */
@Tag("browser")
class RuleChainsPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    private static void create(String name) {
        RuleChains chain = new RuleChains(name);
        int _ =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Only telemetry",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        String _ = chain.save(APPLICATION.service());
    }

    @Test
    void aChainBecomesRootIsExportedAndIsDeleted() throws IOException {
        create("Second");
        ui.open("/rule-chains");

        choose("Second", "Make root");
        ui.inDialog(AriaRole.BUTTON, "Make root").click();
        assertThat(row("Second")).containsText("Root");
        choose("Root Rule Chain", "Make root");
        ui.inDialog(AriaRole.BUTTON, "Make root").click();
        assertThat(row("Root Rule Chain").getByText("Root").last()).isVisible();

        Download export = ui.page().waitForDownload(() -> choose("Second", "Export"));
        JsonNode exported = JsonMapper.shared().readTree(Files.readString(export.path()));
        assertThat(export.suggestedFilename()).endsWith(".json");
        assertThat(exported.at("/metadata/nodes/0/name").asString()).isEqualTo("Only telemetry");

        choose("Second", "Used by …");
        assertThat(ui.dialog()).containsText("No node calls this rule chain");
        ui.press("Escape");
        choose("Second", "Delete");
        ui.inDialog(AriaRole.BUTTON, "Delete").click();
        assertThat(ui.link("Second")).hasCount(0);
    }

    @Test
    void filesThatAreDroppedOnTheListAreImportedAndAPlaceholderIsReplaced() throws IOException {
        browser.expectRefusal(400, "/api/ruleChain/import");
        ui.open("/rule-chains");
        assertThat(ui.heading("Rule chains")).isVisible();
        String file =
                Files.readString(Path.of("src/test/resources/rule-chains/foreign/greenhouse.json"));
        JSHandle files =
                ui.page()
                        .evaluateHandle(
                                """
                                ([name, text]) => {
                                  const data = new DataTransfer();
                                  data.items.add(new File([text], name, { type: 'application/json' }));
                                  return data;
                                }
                                """,
                                List.of("dropped.json", file));

        ui.heading("Rule chains").dispatchEvent("drop", Map.of("dataTransfer", files));
        ui.inDialog(AriaRole.BUTTON, "Keep 4 unknown nodes as placeholders").click();
        ui.inDialog(AriaRole.LINK, "#6 Sprinkle").click();
        ui.button("Replace by …").click();
        ui.dialog().getByPlaceholder("Search nodes").fill("rest api call");
        ui.press("Enter");

        assertThat(ui.text("External: rest api call")).isVisible();
        assertThat(ui.label("Name")).hasValue("Sprinkle");
        ui.screenshot("placeholder-replaced");
    }

    @Test
    void pagesSearchAndOrderAreInTheAddress() {
        for (int i = 10; i < 32; i++) {
            create("Paged " + i);
        }
        ui.open("/rule-chains?search=Paged");
        assertThat(ui.text("22 found")).isVisible();
        assertThat(ui.link("Paged 10")).isVisible();

        ui.button("Page 2").click();
        assertThat(ui.link("Paged 31")).isVisible();
        assertThat(ui.link("Paged 10")).hasCount(0);
        ui.screenshot("rule-chains-paged");
        ui.page().reload();
        assertThat(ui.link("Paged 31")).isVisible();
        ui.page().goBack();
        assertThat(ui.link("Paged 10")).isVisible();
    }

    private void choose(String chain, String action) {
        ui.button("Actions for " + chain).click();
        ui.named(AriaRole.MENUITEM, action).click();
    }

    private Locator row(String chain) {
        return ui.page().getByRole(AriaRole.ROW).filter(new FilterOptions().setHas(ui.link(chain)));
    }
}
