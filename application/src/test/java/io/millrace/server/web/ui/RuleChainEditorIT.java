// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("browser")
class RuleChainEditorIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static RunningApplication application;

    @BeforeAll
    static void startTheApplication() {
        application = RunningApplication.start();
    }

    @AfterAll
    static void stopTheApplication() {
        if (application != null) {
            application.close();
        }
    }

    @BeforeEach
    void openTheListOfRuleChains() {
        page().navigate(application.uiUrl());
        page().getByLabel("E-mail").fill(application.user());
        page().getByLabel("Password", new GetByLabelOptions().setExact(true))
                .fill(application.password());
        button("Sign in").click();
        named(AriaRole.LINK, "Rule chains").click();
        assertThat(named(AriaRole.HEADING, "Rule chains")).isVisible();
        browser.screenshot("rule-chains");
    }

    @Test
    void aChainIsDrawnByKeyboardCheckedSavedAndFoundAfterAReload() {
        create("Drawn by keyboard");
        add("message type switch", 1);
        add("save time series", 2);
        assertThat(connections()).hasCount(2);
        assertThat(page().getByText("No errors")).isVisible();

        press("Escape");
        add("log", 3);
        assertThat(page().getByText(Pattern.compile("^[12] errors?$"))).isVisible();
        browser.screenshot("rule-chain-with-error");
        press("Control+z");
        assertThat(nodes()).hasCount(2);
        assertThat(page().getByText("No errors")).isVisible();

        press("Control+s");
        dialog().getByLabel("Comment").fill("First nodes");
        dialog().getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Save")).click();
        assertThat(page().getByText("All changes are saved")).isVisible();
        page().reload();

        assertThat(nodes()).hasCount(2);
        assertThat(page().getByText("All changes are saved")).isVisible();
        browser.screenshot("rule-chain");
        page().getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Versions"))
                .or(page().getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Versions")))
                .first()
                .click();
        assertThat(page().getByText("First nodes")).isVisible();
        browser.screenshot("rule-chain-versions");
    }

    @Test
    void aForeignChainIsImportedWithPlaceholdersAndItsFindingsLeadToTheirNodes() {
        browser.expectRefusal(400, "/api/ruleChain/import");
        button("Import").click();
        dialog().locator("input[type=file]")
                .setInputFiles(
                        Path.of(
                                "src",
                                "test",
                                "resources",
                                "rule-chains",
                                "foreign",
                                "greenhouse.json"));
        assertThat(dialog().getByText("Unknown nodes: they belong to ThingsBoard PE")).isVisible();
        browser.screenshot("import-refused");

        inDialog(AriaRole.BUTTON, "Keep 4 unknown nodes as placeholders").click();
        assertThat(dialog().getByText("1 rule chain imported")).isVisible();
        browser.screenshot("import-with-placeholders");
        inDialog(AriaRole.LINK, "#5 Put into group").click();

        assertThat(page().getByText("Configuration (read only)")).isVisible();
        assertThat(page().getByText("\"groupNamePattern\": \"Beds\"")).isVisible();
        browser.screenshot("placeholder");
    }

    private static Locator inDialog(AriaRole role, String name) {
        return dialog().getByRole(role, new Locator.GetByRoleOptions().setName(name));
    }

    private static void create(String name) {
        button("Create").click();
        dialog().getByLabel("Name").fill(name);
        page().keyboard().press("Enter");
        assertThat(page().locator(".react-flow")).isVisible();
        assertThat(page().getByText("This rule chain has no nodes yet.")).isVisible();
    }

    /** Adds a node by the key A: after the selected one, if there is one. */
    private static void add(String type, int count) {
        press("a");
        Locator search = dialog().getByPlaceholder("Search nodes");
        search.fill(type);
        assertThat(dialog().getByText(type, new Locator.GetByTextOptions().setExact(true)))
                .isVisible();
        search.press("Enter");
        assertThat(nodes()).hasCount(count);
        assertThat(dialog()).isHidden();
    }

    private static void press(String keys) {
        page().keyboard().press(keys);
    }

    private static Locator nodes() {
        return page().locator(".react-flow__node-rule");
    }

    private static Locator connections() {
        return page().locator(".react-flow__edge");
    }

    private static Locator dialog() {
        return page().getByRole(AriaRole.DIALOG);
    }

    private static Page page() {
        return browser.page();
    }

    private static Locator button(String name) {
        return named(AriaRole.BUTTON, name);
    }

    private static Locator named(AriaRole role, String name) {
        return page().getByRole(role, new GetByRoleOptions().setName(name).setExact(true));
    }
}
