// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.GetByTextOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.ServiceClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an administrator does with devices: from the first token to the deletion. */
@Tag("browser")
class DevicesPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    @Test
    void aDeviceIsCreatedSendsAndIsDrawn() {
        ui.button("Add device").click();
        ui.inDialog(AriaRole.BUTTON, "Add").click();
        assertThat(ui.dialog()).containsText("Enter a name.");
        field("Name").fill("Boiler 7");
        field("Label").fill("In the cellar");
        field("Description").fill("Heats the north wing.");
        choose("Device profile", "default");
        field("Access token").fill("the-token-of-boiler-7");
        check("device-add");
        ui.inDialog(AriaRole.BUTTON, "Add").click();

        assertThat(ui.heading("Boiler 7")).isVisible();
        assertThat(ui.text("Heats the north wing.")).isVisible();
        assertThat(ui.page().locator("pre").first()).containsText("the-token-of-boiler-7");
        assertThat(ui.text("Offline")).isVisible();

        try (MqttDevice device = new MqttDevice(APPLICATION.mqttPort(), "the-token-of-boiler-7")) {
            device.publish(MqttDevice.TELEMETRY, "{\"temperature\": 20.5, \"humidity\": 41}");
            device.publish(MqttDevice.TELEMETRY, "{\"temperature\": 21.5, \"humidity\": 44}");
            assertThat(ui.text("Online")).isVisible();
        }
        Locator chart = ui.page().locator("[role=img]");
        assertThat(chart)
                .hasAccessibleName(
                        Pattern.compile("^Line chart of humidity in the last hour: .*latest 44$"));
        // The address has the keys, so the box follows a moment after the click.
        ui.named(AriaRole.CHECKBOX, "Show temperature in the chart").click();
        assertThat(ui.named(AriaRole.CHECKBOX, "Show temperature in the chart")).isChecked();
        assertThat(chart)
                .hasAccessibleName(
                        Pattern.compile(
                                "humidity: .* to 44, latest 44; temperature: .* to 21\\.5, latest 21\\.5$"));

        ui.button("Set unit of temperature: no unit").click();
        field("Unit").fill("°C");
        option("°C").click();
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(chart).hasAccessibleName(Pattern.compile("latest 21\\.5 °C$"));
        ui.page().reload();
        assertThat(chart).hasAccessibleName(Pattern.compile("latest 44; .*latest 21\\.5 °C$"));
        check("device-chart");

        zoom(chart);
        assertThat(ui.button("Reset zoom")).isVisible();
        assertThat(ui.page()).hasURL(Pattern.compile("range=custom"));
        ui.button("Reset zoom").click();
        assertThat(ui.button("Reset zoom")).hasCount(0);
        assertThat(ui.page()).hasURL(Pattern.compile("range=1h"));
        ui.button("temperature").click();
        assertThat(chart).hasAccessibleName(Pattern.compile("^Line chart of temperature "));
    }

    /** Drags over the right half of the chart. */
    private void zoom(Locator chart) {
        BoundingBox box = chart.locator(".u-over").boundingBox();
        ui.page().mouse().move(box.x + box.width * 0.5, box.y + 50);
        ui.page().mouse().down();
        ui.page().mouse().move(box.x + box.width * 0.7, box.y + 60);
        ui.page().mouse().move(box.x + box.width * 0.95, box.y + 60);
        ui.page().mouse().up();
    }

    /** The page is drawn anew some time after its address has changed. */
    @Test
    void twoClicksBeforeThePageIsDrawnAgainBothCount() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Quick");
        APPLICATION.publish(device, "{\"temperature\": 19, \"humidity\": 40}");
        ui.open("/devices/" + device.id());
        Locator temperature = ui.named(AriaRole.CHECKBOX, "Show temperature in the chart");
        Locator day = ui.named(AriaRole.RADIO, "24 h");
        assertThat(temperature).not().isChecked();
        assertThat(day).not().isChecked();

        ui.page()
                .evaluate(
                        """
                        async (boxes) => {
                          for (const box of boxes) {
                            box.click();
                            await Promise.resolve();
                          }
                        }
                        """,
                        List.of(temperature.elementHandle(), day.elementHandle()));

        assertThat(temperature).isChecked();
        assertThat(day).isChecked();
    }

    @Test
    void attributesOfEachTypeKeepTheirTypes() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Typed");
        ui.open("/devices/" + device.id());
        addAttribute("note", "Text", "Grüße – 水");
        addAttribute("serial", "Whole number", "9007199254740993");
        addAttribute("limit", "Decimal number", "20");
        ui.button("Add attribute").click();
        field("Key").fill("enabled");
        choose("Type", "Yes or no");
        ui.inDialog(AriaRole.RADIO, "Yes (true)").check();
        save();
        ui.button("Add attribute").click();
        field("Key").fill("place");
        choose("Type", "JSON");
        ui.dialog().locator(".cm-content").fill("{\"id\": 9007199254740993}");
        check("device-attribute");
        save();

        JsonNode values = attributes(device);
        assertThat(values.get("note").asString()).isEqualTo("Grüße – 水");
        assertThat(values.get("serial").toString()).isEqualTo("9007199254740993");
        assertThat(values.get("limit").toString()).isEqualTo("20.0");
        assertThat(values.get("enabled").toString()).isEqualTo("true");
        assertThat(values.get("place").toString()).isEqualTo("{\"id\":9007199254740993}");

        ui.button("Edit limit").click();
        assertThat(field("Value")).hasValue("20.0");
        field("Value").fill("20,5");
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).containsText("Enter a number with a point");
        field("Value").fill("21");
        save();
        ui.button("Edit serial").click();
        assertThat(field("Value")).hasValue("9007199254740993");
        ui.press("Escape");
        assertThat(ui.dialog()).isHidden();
        assertThat(attributes(device).get("limit").toString()).isEqualTo("21.0");

        ui.named(AriaRole.CHECKBOX, "Select note").check();
        ui.named(AriaRole.CHECKBOX, "Select place").check();
        ui.button("Delete 2 attributes").click();
        ui.inDialog(AriaRole.BUTTON, "Delete").click();
        assertThat(ui.button("Edit note")).hasCount(0);
        assertThat(attributes(device).has("place")).isFalse();
        assertThat(attributes(device).has("limit")).isTrue();
        ui.page().getByText("Client", exact()).click();
        assertThat(ui.text("The device has no client attributes.")).isVisible();
        assertThat(ui.button("Add attribute")).hasCount(0);
    }

    private void addAttribute(String key, String type, String value) {
        ui.button("Add attribute").click();
        field("Key").fill(key);
        choose("Type", type);
        field("Value").fill(value);
        save();
        assertThat(ui.button("Edit " + key)).isVisible();
    }

    private void save() {
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).isHidden();
    }

    /** The server attributes of a device by key. */
    private static JsonNode attributes(ServiceClient.Device device) {
        ObjectNode byKey = object();
        APPLICATION
                .service()
                .get(
                        "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE"
                                .formatted(device.id()))
                .forEach(attribute ->
                        byKey.set(attribute.get("key").asString(), attribute.get("value")));
        return byKey;
    }

    @Test
    void newCredentialsReplaceTheOldOnesAtOnce() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Locked");
        ui.open("/devices/" + device.id());
        ui.button("Credentials").click();
        assertThat(field("Access token")).hasValue(device.token());
        ui.inDialog(AriaRole.BUTTON, "Generate a new token").click();
        assertThat(field("Access token")).not().hasValue(device.token());
        String token = field("Access token").inputValue();
        assertThat(ui.dialog()).containsText("the old credentials stop working at once");
        check("device-credentials");
        ui.inDialog(AriaRole.BUTTON, "Save credentials").click();
        assertThat(ui.dialog()).isHidden();

        assertThatThrownBy(() -> new MqttDevice(APPLICATION.mqttPort(), device.token()).close())
                .isInstanceOf(Mqtt3ConnAckException.class);
        new MqttDevice(APPLICATION.mqttPort(), token).close();
        assertThat(ui.page().locator("pre").first()).containsText(token);

        ui.button("Credentials").click();
        choose("Type of credentials", "MQTT basic");
        ui.inDialog(AriaRole.BUTTON, "Save credentials").click();
        assertThat(ui.dialog()).containsText("Enter a client ID or a user name.");
        field("User name").fill("locked");
        field("Password").fill("secret of the device");
        ui.inDialog(AriaRole.BUTTON, "Save credentials").click();
        assertThat(ui.dialog()).isHidden();
        JsonNode saved =
                APPLICATION.service().get("/api/device/%s/credentials".formatted(device.id()));
        assertThat(saved.get("credentialsType").asString()).isEqualTo("MQTT_BASIC");
        assertThat(saved.get("credentialsId").asString()).isEqualTo("locked");
    }

    @Test
    void aChangeThatCameFirstIsNotOverwritten() {
        ServiceClient service = APPLICATION.service();
        ServiceClient.Device device = service.createDevice("Contended");
        browser.expectRefusal(409, "/api/device");
        ui.open("/devices/" + device.id());
        ui.button("Edit").click();
        field("Label").fill("Mine");
        ObjectNode theirs = (ObjectNode) service.get("/api/device/" + device.id());
        service.post("/api/device", theirs.put("label", "Theirs"));

        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).containsText("The device was changed meanwhile");
        check("device-conflict");
        ui.inDialog(AriaRole.BUTTON, "Reload").click();
        assertThat(field("Label")).hasValue("Theirs");
        field("Label").fill("Mine after theirs");
        save();

        assertThat(ui.text("Mine after theirs")).isVisible();
        assertThat(service.get("/api/device/" + device.id()).get("label").asString())
                .isEqualTo("Mine after theirs");
    }

    @Test
    void aRelationLeadsToTheOtherDevice() {
        ServiceClient.Device pump = APPLICATION.service().createDevice("Pump of relations");
        APPLICATION.service().createDevice("Valve of relations");
        ui.open("/devices/" + pump.id());
        assertThat(ui.text("The device has no relations.")).isVisible();
        ui.button("Add relation").click();
        field("Relation type").fill("Feeds");
        field("Entity").fill("Valve of");
        option("Valve of relations").click();
        check("device-relation");
        ui.inDialog(AriaRole.BUTTON, "Add").click();
        assertThat(ui.dialog()).isHidden();

        ui.link("Valve of relations").click();
        assertThat(ui.heading("Valve of relations")).isVisible();
        assertThat(ui.text("to this device")).isVisible();
        ui.button("Delete the relation Feeds with Pump of relations").click();
        assertThat(ui.dialog())
                .containsText("From Pump of relations to Valve of relations: Feeds.");
        ui.inDialog(AriaRole.BUTTON, "Delete").click();
        assertThat(ui.text("The device has no relations.")).isVisible();
    }

    @Test
    void aDeviceIsDeletedOnlyWhenItsNameIsTyped() {
        ServiceClient service = APPLICATION.service();
        ServiceClient.Device device = service.createDevice("Last one", "Short-lived");
        ui.open("/devices?search=Last");
        combobox("Show devices of one device profile").fill("Short");
        option("Short-lived").click();
        assertThat(ui.text("1 device found")).isVisible();
        assertThat(ui.page())
                .hasURL(Pattern.compile("search=Last.*profile=|profile=.*search=Last"));
        check("devices-of-profile");
        ui.link("Last one").click();
        ui.button("Delete").click();
        Locator confirm = ui.inDialog(AriaRole.BUTTON, "Delete the device");
        assertThat(confirm).isDisabled();
        field("Type the name of the device to delete it").fill("Last on");
        assertThat(confirm).isDisabled();
        field("Type the name of the device to delete it").fill("Last one");
        check("device-delete");
        confirm.click();

        assertThat(ui.heading("Devices")).isVisible();
        assertThat(
                        service.get("/api/tenant/deviceInfos?pageSize=10&page=0&textSearch=Last")
                                .get("totalElements")
                                .asInt())
                .isZero();

        browser.expectRefusal(404, "/api/device/" + device.id());
        ui.page().goBack();
        assertThat(ui.page().getByRole(AriaRole.ALERT)).containsText("is not found");
        assertThat(ui.heading("Alarms")).hasCount(0);
    }

    @Test
    void theDevicePageReadsNothingWhileItsDeviceIsBeingDeleted() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Doomed");
        browser.expectRefusal(400, "/api/device/" + device.id());
        AtomicReference<Route> deletion = new AtomicReference<>();
        ui.page()
                .route(
                        Pattern.compile("/api/device/[^/]+$"),
                        route -> {
                            if ("DELETE".equals(route.request().method())) {
                                deletion.set(route);
                            } else {
                                route.resume();
                            }
                        });
        ui.open("/devices/" + device.id());
        assertThat(ui.heading("Alarms")).isVisible();
        assertThat(ui.text("Offline")).isVisible();
        ui.button("Delete").click();
        field("Type the name of the device to delete it").fill("Doomed");
        ui.inDialog(AriaRole.BUTTON, "Delete the device").click();
        ui.page().waitForCondition(() -> deletion.get() != null);

        // Panels ask again every few seconds. Those that are gone do not.
        assertThat(ui.heading("Alarms")).hasCount(0);
        assertThat(ui.text("Offline")).hasCount(0);
        deletion.get()
                .fulfill(
                        new FulfillOptions()
                                .setStatus(400)
                                .setContentType("application/json")
                                .setBody("{\"message\": \"The device is in use\"}"));
        assertThat(ui.dialog()).containsText("The device is in use");
        assertThat(ui.heading("Alarms")).hasCount(1);
        assertThat(ui.text("Offline")).hasCount(1);
    }

    @Test
    void usersOfACustomerSeeTheirDevicesAndChangeNothing() {
        ServiceClient service = APPLICATION.service();
        ServiceClient.Device device = service.createDevice("Leased");
        APPLICATION.publish(device, "{\"temperature\": 19}");
        JsonNode customer = service.post("/api/customer", object().put("title", "Lessee"));
        service.post(
                "/api/customer/%s/device/%s"
                        .formatted(customer.at("/id/id").asString(), device.id()),
                object());
        ObjectNode user =
                object().put("email", "lessee@example.com").put("authority", "CUSTOMER_USER");
        user.set("customerId", customer.get("id"));
        JsonNode saved = service.post("/api/user?sendActivationMail=false", user);
        String link =
                service.get(
                                "/api/user/%s/activationLinkInfo"
                                        .formatted(saved.at("/id/id").asString()))
                        .get("value")
                        .asString();
        service.post(
                "/api/noauth/activate",
                object().put("activateToken", link.substring(link.indexOf('=') + 1))
                        .put("password", DemoApplication.PASSWORD));

        ui = browser.newTab();
        ui.signIn("lessee@example.com", DemoApplication.PASSWORD);
        assertThat(ui.link("Leased")).isVisible();
        assertThat(ui.button("Add device")).hasCount(0);
        ui.link("Leased").click();
        assertThat(ui.page().locator("[role=img]")).isVisible();
        assertThat(ui.text("lastActivityTime")).isVisible();
        assertThat(ui.text("The device has no relations.")).isVisible();
        for (String change :
                List.of(
                        "Credentials",
                        "Edit",
                        "Delete",
                        "Add attribute",
                        "Add relation",
                        "Follow a reading of temperature")) {
            assertThat(ui.button(change)).hasCount(0);
        }
        check("device-of-customer");
    }

    private static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    private Locator field(String label) {
        return ui.dialog().locator("input, textarea").and(ui.page().getByLabel(labelled(label)));
    }

    private Locator combobox(String label) {
        return ui.page().locator("input").and(ui.page().getByLabel(labelled(label)));
    }

    /** Required fields have a star after their label. */
    private static Pattern labelled(String label) {
        return Pattern.compile("^%s( \\*)?$".formatted(label));
    }

    private static GetByTextOptions exact() {
        return new GetByTextOptions().setExact(true);
    }

    /** Chooses an option of a list in the dialog. */
    private void choose(String label, String option) {
        field(label).click();
        option(option).click();
    }

    private Locator option(String name) {
        return ui.page()
                .getByRole(AriaRole.OPTION)
                .filter(new FilterOptions().setHasText(Pattern.compile("^" + name + "$")))
                .and(ui.page().locator(":visible"));
    }

    /** Checks what is open by axe, in light and dark colours. */
    private void check(String name) {
        for (ColorScheme colours : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            ui.page().emulateMedia(new EmulateMediaOptions().setColorScheme(colours));
            String picture = colours == ColorScheme.DARK ? name + "-dark" : name;
            ui.screenshot(picture);
            Accessibility.assertNoFindings(picture, ui.page());
        }
    }
}
