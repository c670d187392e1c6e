// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.DragToOptions;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Mouse.MoveOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.Position;
import io.millrace.server.mainjob.ServiceClient;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Tag("browser")
class RuleChainEditorIT {

    @RegisterExtension static final Browser browser = new Browser();

    private Ui ui;

    @BeforeEach
    void openTheListOfRuleChains() {
        ui = browser.ui();
        ui.signIn();
        ui.link("Rule chains").click();
        assertThat(ui.heading("Rule chains")).isVisible();
    }

    @Test
    void aChainIsDrawnByKeyboardCheckedSavedAndFoundAfterAReload() {
        create("Drawn by keyboard");

        add("message type switch", 1);
        add("save time series", 2);
        assertThat(connections()).hasCount(2);
        assertThat(ui.text("No errors")).isVisible();
        ui.press("Escape");
        add("log", 3);
        assertThat(ui.page().getByText(Pattern.compile("^[12] errors?$"))).isVisible();
        ui.screenshot("rule-chain-with-error");
        ui.press("Control+z");
        assertThat(nodes()).hasCount(2);
        nodes().nth(1).focus();
        ui.press("Enter");
        add("save attributes", 3);
        ui.press("Escape");
        add("log", 4);
        nodes().first().focus();
        ui.press("Enter");
        ui.press("c");
        ui.dialog().getByLabel("Search nodes by name or number").fill("log");
        ui.press("Enter");
        assertThat(ui.dialog()).containsText("Labels from \"Message type switch\" to \"Log\"");
        assertThat(ui.dialog().getByPlaceholder("Search labels")).isFocused();
        ui.press("Enter");
        assertThat(ui.dialog()).isHidden();
        add("delay", 5);
        assertThat(connections()).hasCount(5);
        assertThat(ui.text("No errors")).isVisible();

        save("First nodes");
        ui.page().reload();
        assertThat(nodes()).hasCount(5);
        assertThat(ui.text("All changes saved")).isVisible();
        ui.screenshot("rule-chain");
    }

    @Test
    void aChainIsDrawnByMouse() {
        create("Drawn by mouse");

        drag("message type switch", 60, 200);
        drag("save time series", 330, 60);
        drag("save attributes", 330, 200);
        drag("delay", 330, 340);
        drag("log", 330, 480);
        assertThat(nodes()).hasCount(5);
        connect("message type switch", "save time series", "Post telemetry");
        connect("message type switch", "save attributes", "Post attributes");
        connect("message type switch", "delay", "Connect Event");
        connect("delay", "log", "Success");

        // The line to the first node is one of them.
        assertThat(connections()).hasCount(5);
        assertThat(ui.text("No errors")).isVisible();
        ui.screenshot("rule-chain-by-mouse");
        ui.button("Save").click();
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.text("All changes saved")).isVisible();
    }

    @Test
    void aChainSeenFromAfarIsDrawnWithItsConnectionsButWithoutTexts() {
        create("Seen from afar");
        add("message type switch", 1);
        add("save time series", 2);
        Locator labels = ui.page().locator(".react-flow__edgelabel-renderer button");
        assertThat(labels).hasCount(1);
        assertThat(nodes().first()).containsText("Message type switch");

        for (int i = 0; i < 8; i++) {
            ui.button("Zoom out").click();
        }

        assertThat(labels).hasCount(0);
        assertThat(nodes().first()).hasText("");
        assertThat(connections()).hasCount(2);

        ui.press("f");

        assertThat(labels).hasCount(1);
        assertThat(nodes().first()).containsText("Message type switch");
    }

    @Test
    void aVersionThatBrokeTheChainIsComparedAndTheOneBeforeRestored() {
        create("Broken once");
        add("message type switch", 1);
        add("save time series", 2);
        save("Works");
        ui.press("Delete");
        assertThat(nodes()).hasCount(1);
        save("Broken");

        ui.link("Versions").click();

        Locator versions = ui.named(AriaRole.NAVIGATION, "List of versions");
        assertThat(versions.getByRole(AriaRole.LISTITEM)).hasCount(3);
        Locator removed = ui.named(AriaRole.REGION, "Removed");
        assertThat(removed).containsText("Save time series");
        assertThat(ui.page().locator("[data-mark=removed]").first()).isVisible();
        ui.screenshot("rule-chain-versions");

        versions.getByText("Works").click();
        assertThat(ui.named(AriaRole.REGION, "Added")).containsText("Save time series");
        ui.button("Restore this version").click();
        ui.inDialog(AriaRole.BUTTON, "Restore").click();
        assertThat(versions.getByText(Pattern.compile("^Restored version"))).isVisible();
        ui.link("Back to the editor").click();
        assertThat(nodes()).hasCount(2);
    }

    @Test
    void theSecondOfTwoUsersWhoSaveSeesBothChangesAndChooses() {
        create("Of two users");
        add("message type switch", 1);
        save("Begun");
        String chain = ui.page().url();

        Ui second = browser.newTab();
        browser.expectRefusal(409, "/metadata");
        second.page().navigate(activationLink("second@example.com"));
        second.label("New password").fill(DemoApplication.PASSWORD);
        second.label("Repeat the new password").fill(DemoApplication.PASSWORD);
        second.screenshot("activate");
        second.button("Set password and sign in").click();
        assertThat(second.button("second@example.com")).isVisible();
        second.page().navigate(chain);
        assertThat(nodes(second)).hasCount(1);

        add("save time series", 2);
        save("The first user's node");
        nodes(second).first().click();
        add(second, "save attributes", 2);
        second.press("Control+s");
        second.inDialog(AriaRole.BUTTON, "Save").click();

        assertThat(second.heading("The rule chain was changed meanwhile")).isVisible();
        assertThat(second.named(AriaRole.REGION, "Their changes")).containsText("Save time series");
        assertThat(second.named(AriaRole.REGION, "Your changes")).containsText("Save attributes");
        second.screenshot("rule-chain-conflict");
        second.inDialog(AriaRole.BUTTON, "Load their version").click();
        assertThat(second.text("All changes saved")).isVisible();
        assertThat(nodes(second).filter(new FilterOptions().setHasText("save time series")))
                .hasCount(1);
    }

    /** The address at which a new administrator of the demo tenant sets a password. */
    private static String activationLink(String email) {
        DemoApplication application = DemoApplication.running();
        ServiceClient system = application.system();
        ObjectNode user =
                JsonMapper.shared()
                        .createObjectNode()
                        .put("email", email)
                        .put("authority", "TENANT_ADMIN");
        user.set("tenantId", application.service().get("/api/auth/user").get("tenantId"));
        String id = system.post("/api/user?sendActivationMail=false", user).at("/id/id").asString();
        return system.get("/api/user/%s/activationLinkInfo".formatted(id)).get("value").asString();
    }

    @Test
    void aForeignChainIsImportedWithPlaceholdersAndItsFindingsLeadToTheirNodes() {
        browser.expectRefusal(400, "/api/ruleChain/import");
        ui.button("Import").click();
        ui.dialog()
                .locator("input[type=file]")
                .setInputFiles(
                        Path.of(
                                "src",
                                "test",
                                "resources",
                                "rule-chains",
                                "foreign",
                                "greenhouse.json"));
        assertThat(ui.dialog().getByText("Unknown nodes: they belong to ThingsBoard PE"))
                .isVisible();
        ui.screenshot("import-refused");

        ui.inDialog(AriaRole.BUTTON, "Keep 4 unknown nodes as placeholders").click();
        assertThat(ui.dialog().getByText("1 rule chain imported")).isVisible();
        ui.screenshot("import-with-placeholders");
        ui.inDialog(AriaRole.LINK, "#5 Put into group").click();

        assertThat(ui.text("Configuration (read only)")).isVisible();
        assertThat(ui.text("\"groupNamePattern\": \"Beds\"")).isVisible();
        ui.screenshot("placeholder");
    }

    private void create(String name) {
        ui.button("Create").click();
        ui.dialog().getByLabel("Name").fill(name);
        ui.press("Enter");
        assertThat(ui.page().locator(".react-flow")).isVisible();
        assertThat(ui.text("This rule chain has no nodes yet.")).isVisible();
    }

    private void add(String type, int count) {
        add(ui, type, count);
    }

    /** Adds a node by the key A: after the selected one, if there is one. */
    private static void add(Ui ui, String type, int count) {
        ui.press("a");
        Locator search = ui.dialog().getByPlaceholder("Search nodes");
        search.fill(type);
        assertThat(ui.dialog().getByText(type, new Locator.GetByTextOptions().setExact(true)))
                .isVisible();
        search.press("Enter");
        assertThat(nodes(ui)).hasCount(count);
        assertThat(ui.dialog()).isHidden();
    }

    private void save(String comment) {
        ui.press("Control+s");
        ui.dialog().getByLabel("Comment").fill(comment);
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.text("All changes saved")).isVisible();
        assertThat(ui.dialog()).isHidden();
    }

    /** Drags a type of node from the palette to a point of the canvas. */
    private void drag(String type, int x, int y) {
        ui.named(AriaRole.COMPLEMENTARY, "Nodes to add")
                .getByText(type, new Locator.GetByTextOptions().setExact(true))
                .dragTo(
                        ui.page().locator(".react-flow__pane"),
                        new DragToOptions().setTargetPosition(x, y));
    }

    /** Draws a line from the output of a node to the input of another. */
    private void connect(String from, String to, String label) {
        Locator output = node(from).locator(".react-flow__handle.source");
        Locator input = node(to).locator(".react-flow__handle.target");
        Position start = centre(output);
        Position end = centre(input);
        ui.page().mouse().move(start.x, start.y);
        ui.page().mouse().down();
        ui.page().mouse().move(end.x, end.y, new MoveOptions().setSteps(4));
        ui.page().mouse().up();
        ui.dialog().getByLabel(label, new Locator.GetByLabelOptions().setExact(true)).check();
        ui.inDialog(AriaRole.BUTTON, "Connect").click();
        assertThat(ui.dialog()).isHidden();
    }

    private static Position centre(Locator element) {
        BoundingBox box = element.boundingBox();
        return new Position(box.x + box.width / 2, box.y + box.height / 2);
    }

    private Locator node(String name) {
        return nodes().filter(new FilterOptions().setHasText(name));
    }

    private Locator nodes() {
        return nodes(ui);
    }

    private static Locator nodes(Ui ui) {
        return ui.page().locator(".react-flow__node-rule");
    }

    private Locator connections() {
        return ui.page().locator(".react-flow__edge");
    }
}
