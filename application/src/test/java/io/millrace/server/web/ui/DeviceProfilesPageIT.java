// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.millrace.server.mainjob.ServiceClient;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an administrator does with device profiles. */
@Tag("browser")
class DeviceProfilesPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

    /** One rule, with properties that the form does not show. */
    private static final String OVERHEATED =
            """
            [{"id": "overheated", "alarmType": "Overheated", "note": "not of the form",
              "createRules": {"CRITICAL": {
                "condition": {
                  "condition": [{
                    "key": {"type": "TIME_SERIES", "key": "temperature"},
                    "valueType": "NUMERIC",
                    "predicate": {"type": "NUMERIC", "operation": "GREATER", "value": {"defaultValue": 30}}}],
                  "spec": {"type": "SIMPLE"}},
                "alarmDetails": null,
                "dashboardId": {"entityType": "DASHBOARD", "id": "6b4a3c00-0000-11f0-8000-000000000000"}}}}]
            """;

    private static final String EVERY_KIND_OF_RULE =
            """
            [{"id": "overheated", "alarmType": "Overheated",
              "createRules": {
                "MINOR": {
                  "condition": {
                    "condition": [
                      {"key": {"type": "TIME_SERIES", "key": "temperature"},
                       "valueType": "NUMERIC",
                       "predicate": {"type": "COMPLEX", "operation": "OR", "predicates": [
                         {"type": "NUMERIC", "operation": "LESS", "value": {"defaultValue": 5}},
                         {"type": "NUMERIC", "operation": "GREATER", "value": {
                           "defaultValue": 30,
                           "dynamicValue": {
                             "sourceType": "CURRENT_DEVICE", "sourceAttribute": "limit", "inherit": true}}}]}},
                      {"key": {"type": "ATTRIBUTE", "key": "mode"},
                       "valueType": "STRING",
                       "predicate": {"type": "STRING", "operation": "IN", "ignoreCase": true,
                                     "value": {"defaultValue": "on, auto"}}}],
                    "spec": {"type": "REPEATING", "predicate": {"defaultValue": 3}}},
                  "schedule": {"type": "CUSTOM", "timezone": "UTC", "items": [
                    {"enabled": true, "dayOfWeek": 1, "startsOn": 28800000, "endsOn": 64800000},
                    {"enabled": true, "dayOfWeek": 2, "startsOn": 28800000, "endsOn": 64800000},
                    {"enabled": true, "dayOfWeek": 6, "startsOn": 79200000, "endsOn": 21600000},
                    {"enabled": false, "dayOfWeek": 7, "startsOn": 0, "endsOn": 0}]}},
                "CRITICAL": {
                  "condition": {
                    "condition": [
                      {"key": {"type": "CONSTANT", "key": ""},
                       "valueType": "BOOLEAN",
                       "value": true,
                       "predicate": {"type": "BOOLEAN", "operation": "EQUAL", "value": {
                         "defaultValue": null,
                         "dynamicValue": {"sourceType": "CURRENT_TENANT", "sourceAttribute": "strict"}}}},
                      {"key": {"type": "ENTITY_FIELD", "key": "createdTime"},
                       "valueType": "DATE_TIME",
                       "predicate": {"type": "NUMERIC", "operation": "GREATER",
                                     "value": {"defaultValue": 1767225600000}}}],
                    "spec": {"type": "DURATION", "unit": "MINUTES", "predicate": {
                      "defaultValue": 10,
                      "dynamicValue": {"sourceType": "CURRENT_CUSTOMER", "sourceAttribute": "delay"}}}},
                  "schedule": {"type": "SPECIFIC_TIME", "timezone": "Europe/Berlin",
                               "daysOfWeek": [1, 2, 3, 4, 5, 6, 7], "startsOn": 0, "endsOn": 0},
                  "alarmDetails": "It has ${temperature} degrees."}},
              "clearRule": {
                "condition": {
                  "condition": [{
                    "key": {"type": "TIME_SERIES", "key": "temperature"},
                    "valueType": "NUMERIC",
                    "predicate": {"type": "NUMERIC", "operation": "LESS_OR_EQUAL",
                                  "value": {"defaultValue": 25}}}]}},
              "propagate": true,
              "propagateRelationTypes": ["Contains"]}]
            """;

    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    @Test
    void aProfileIsCreatedWithAKeyChangedAndDeleted() {
        ui.link("Device profiles").click();
        assertThat(ui.heading("Device profiles")).isVisible();
        check("device-profiles");
        ui.button("Add device profile").click();
        add();
        assertThat(ui.dialog()).containsText("Enter a name.");
        field("Name").fill("Pumps of the page");
        field("Connections per device").fill("101");
        add();
        assertThat(ui.dialog()).containsText("Enter a whole number from 1 to 100.");
        field("Connections per device").fill("3");
        field("Days for which time series are kept").fill("30");
        ui.inDialog(AriaRole.RADIO, "Allow new devices").check();
        check("device-profile-add");
        add();

        assertThat(ui.dialog()).containsText("Edit the device profile");
        JsonNode saved = profile("Pumps of the page");
        assertThat(field("Provisioning key")).hasValue(saved.get("provisionDeviceKey").asString());
        assertThat(field("Provisioning secret"))
                .hasValue(
                        saved.at("/profileData/provisionConfiguration/provisionDeviceSecret")
                                .asString());
        assertThat(field("Provisioning secret")).hasAttribute("type", "password");
        ui.inDialog(AriaRole.BUTTON, "Show: Provisioning secret").click();
        assertThat(field("Provisioning secret")).hasAttribute("type", "text");
        check("device-profile-edit");
        assertThat(saved.at("/profileData/transportConfiguration/maxConnections").asInt())
                .isEqualTo(3);
        assertThat(saved.at("/profileData/configuration/defaultStorageTtlDays").asInt())
                .isEqualTo(30);

        field("Description").fill("They move water.");
        save();
        assertThat(ui.text("They move water.")).isVisible();
        JsonNode changed = profile("Pumps of the page");
        assertThat(changed.get("provisionDeviceKey")).isEqualTo(saved.get("provisionDeviceKey"));
        assertThat(changed.get("profileData")).isEqualTo(saved.get("profileData"));

        ui.button("Delete Pumps of the page").click();
        Locator confirm = ui.inDialog(AriaRole.BUTTON, "Delete the device profile");
        assertThat(confirm).isDisabled();
        field("Type the name of the device profile to delete it").fill("Pumps of the page");
        check("device-profile-delete");
        confirm.click();
        assertThat(ui.dialog()).isHidden();
        assertThat(ui.button("Edit Pumps of the page")).hasCount(0);
    }

    @Test
    void aProfileLeadsToItsDevices() {
        APPLICATION.service().createDevice("Device of one profile", "One profile");
        APPLICATION.service().createDevice("Device of another profile", "Another profile");
        ui.open("/device-profiles?search=One");
        ui.link("Show its devices: One profile").click();

        assertThat(ui.page()).hasURL(Pattern.compile("devices\\?profile="));
        assertThat(ui.link("Device of one profile")).isVisible();
        assertThat(ui.link("Device of another profile")).hasCount(0);
    }

    @Test
    void whatTheServerRefusesIsShownAtItsField() {
        ServiceClient service = APPLICATION.service();
        String taken = "Taken profile";
        service.createDevice("Of the taken profile", taken);
        browser.expectRefusal(400, "/api/deviceProfile");
        ui.open("/device-profiles");
        ui.button("Add device profile").click();
        field("Name").fill(taken);
        add();

        assertThat(field("Name")).hasAttribute("aria-invalid", "true");
        assertThat(ui.dialog()).containsText("a device profile 'Taken profile' exists already");
    }

    @Test
    void anAlarmRuleIsMadeByTheFormAndReadAsASentence() {
        String name = "Profile with an alarm rule";
        ui.open("/device-profiles");
        ui.button("Add device profile").click();
        field("Name").fill(name);
        ui.inDialog(AriaRole.BUTTON, "Add alarm type").click();
        assertThat(field("Alarm type")).isFocused();
        add();
        assertThat(ui.dialog()).containsText("Enter an alarm type.");
        assertThat(field("Alarm type")).isFocused();
        assertThat(field("Key")).hasAttribute("aria-invalid", "true");
        assertThat(ui.dialog()).containsText("Enter a number.");

        field("Alarm type").fill("Overheated");
        field("Key").fill("temperature");
        field("Value").fill("30");
        choose("Raise the alarm", "When the conditions hold for some time");
        choose("Active", "On some days, at the same time");
        field("Time zone").fill("Berlin");
        option("Europe/Berlin").click();
        field("Details").fill("It has ${temperature} degrees.");
        String sentence =
                "Critical when temperature > 30 for 5 minutes, on Mon to Fri 08:00 to 18:00 (Europe/Berlin)";
        assertThat(ui.inDialog(AriaRole.BUTTON, sentence)).isVisible();
        checkOnScreenAndPhone(ui, "alarm-rule-form");
        add();
        assertThat(ui.dialog()).isHidden();

        assertThat(profile(name).at("/profileData/alarms/0/createRules"))
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"CRITICAL": {
                                          "condition": {
                                            "condition": [{
                                              "key": {"type": "TIME_SERIES", "key": "temperature"},
                                              "valueType": "NUMERIC",
                                              "value": null,
                                              "predicate": {
                                                "type": "NUMERIC",
                                                "operation": "GREATER",
                                                "value": {"defaultValue": 30, "dynamicValue": null}}}],
                                            "spec": {
                                              "type": "DURATION",
                                              "unit": "MINUTES",
                                              "predicate": {
                                                "userValue": null, "dynamicValue": null, "defaultValue": 5}}},
                                          "schedule": {
                                            "type": "SPECIFIC_TIME",
                                            "timezone": "Europe/Berlin",
                                            "daysOfWeek": [1, 2, 3, 4, 5],
                                            "startsOn": 28800000,
                                            "endsOn": 64800000},
                                          "alarmDetails": "It has ${temperature} degrees."}}
                                        """));
        ui.page().reload();
        ui.button("Edit " + name).click();
        assertThat(ui.dialog()).containsText(sentence);
        ui.inDialog(AriaRole.BUTTON, "Overheated").first().click();
        assertThat(ui.inDialog(AriaRole.LINK, "Show the alarms of this type"))
                .hasAttribute("href", Pattern.compile(".*/alarms\\?type=Overheated"));
    }

    @Test
    void everyKindOfAlarmRuleIsShownInBothLanguagesAndStaysAsItIs() {
        ServiceClient service = APPLICATION.service();
        JsonNode alarms = JsonMapper.shared().readTree(EVERY_KIND_OF_RULE);
        String id = createWithAlarms("Profile with many rules", alarms);
        for (String locale : List.of("en-US", "zh-CN")) {
            Ui tab = browser.newTab(locale);
            tab.open("/");
            boolean isEnglish = locale.startsWith("en");
            if (isEnglish) {
                tab.signIn();
            } else {
                tab.label("邮箱").fill(DemoApplication.USER);
                tab.label("密码").fill(DemoApplication.PASSWORD);
                tab.button("登录").click();
                assertThat(tab.button(DemoApplication.USER)).isVisible();
            }
            tab.open("/device-profiles?edit=" + id);
            assertThat(tab.dialog()).containsText("Overheated");
            checkOnScreenAndPhone(tab, "alarm-rules-" + locale);
            tab.dialog().locator("button[aria-expanded=false]").first().click();
            Locator closed = tab.dialog().locator("button[aria-expanded=false]");
            for (int rules = 0; rules < 3; rules++) {
                closed.first().click();
            }
            checkOnScreenAndPhone(tab, "alarm-rules-open-" + locale);
            tab.inDialog(AriaRole.TEXTBOX, isEnglish ? "Description" : "说明").first().fill(locale);
            tab.inDialog(AriaRole.BUTTON, isEnglish ? "Save" : "保存").last().click();
            assertThat(tab.dialog()).isHidden();
            assertThat(service.get("/api/deviceProfile/" + id).get("description").asString())
                    .isEqualTo(locale);
            assertThat(service.get("/api/deviceProfile/" + id).at("/profileData/alarms"))
                    .isEqualTo(alarms);
        }
    }

    @Test
    void aFaultOfAnAlarmRuleIsShownAtTheFieldThatTheServerNames() {
        String id = createWithAlarms("Profile with a refused rule", overheated());
        browser.expectRefusal(400, "/api/deviceProfile");
        String fault =
                "profileData.alarms[0].createRules.CRITICAL.condition.condition[0].key.key: is too long";
        ui.page()
                .route(
                        Pattern.compile("/api/deviceProfile$"),
                        route ->
                                route.fulfill(
                                        new FulfillOptions()
                                                .setStatus(400)
                                                .setContentType("application/json")
                                                .setBody(
                                                        "{\"message\": \"%s\"}".formatted(fault))));
        ui.open("/device-profiles?edit=" + id);
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(field("Key")).isFocused();
        assertThat(field("Key")).hasAttribute("aria-invalid", "true");
        assertThat(ui.dialog().getByText("is too long", exact())).isVisible();
        field("Key").fill("t");
        assertThat(field("Key")).not().hasAttribute("aria-invalid", "true");
    }

    @Test
    void aChangeThatCameFirstIsNotOverwrittenAndAlarmRulesStay() {
        ServiceClient service = APPLICATION.service();
        String id = createWithAlarms("Contended profile", overheated());
        ObjectNode theirs = (ObjectNode) service.get("/api/deviceProfile/" + id);
        browser.expectRefusal(409, "/api/deviceProfile");
        ui.open("/device-profiles?search=Contended");
        ui.button("Edit Contended profile").click();
        assertThat(ui.dialog()).containsText("Critical when temperature > 30");
        field("Description").fill("Mine");
        service.post("/api/deviceProfile", theirs.put("description", "Theirs"));

        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).containsText("The device profile was changed meanwhile");
        check("device-profile-conflict");
        ui.inDialog(AriaRole.BUTTON, "Reload").click();
        assertThat(field("Description")).hasValue("Theirs");
        field("Description").fill("Mine after theirs");
        save();

        assertThat(profile("Contended profile").at("/profileData/alarms")).isEqualTo(overheated());
        assertThat(profile("Contended profile").get("description").asString())
                .isEqualTo("Mine after theirs");
    }

    @Test
    void aProfileThatBecameTheDefaultIsEditedAsItIsNow() {
        APPLICATION.service().createDevice("Of the new default profile", "New default profile");
        ui.open("/device-profiles");
        ui.button("Edit New default profile").click();
        field("Description").fill("Before");
        save();
        ui.button("Make default: New default profile").click();
        assertThat(ui.button("Make default: New default profile")).hasCount(0);

        // The new default is a version of its own; the dialog must not show the one before.
        ui.button("Edit New default profile").click();
        field("Description").fill("Edited as the default.");
        save();
        assertThat(ui.text("Edited as the default.")).isVisible();
        JsonNode saved = profile("New default profile");
        assertThat(saved.get("description").asString()).isEqualTo("Edited as the default.");
        assertThat(saved.get("default").asBoolean()).isTrue();
        ui.button("Make default: default").click();
        assertThat(ui.button("Make default: default")).hasCount(0);
    }

    private void add() {
        ui.button("Add").click();
    }

    private void save() {
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).isHidden();
    }

    private static JsonNode overheated() {
        return JsonMapper.shared().readTree(OVERHEATED);
    }

    /** Creates a profile over REST and returns its id. */
    private static String createWithAlarms(String name, JsonNode alarms) {
        ObjectNode request = JsonMapper.shared().createObjectNode().put("name", name);
        request.putObject("profileData").set("alarms", alarms);
        return APPLICATION.service().post("/api/deviceProfile", request).at("/id/id").asString();
    }

    private static JsonNode profile(String name) {
        JsonNode page =
                APPLICATION.service().get("/api/deviceProfiles?pageSize=100&page=0").get("data");
        return StreamSupport.stream(page.spliterator(), false)
                .filter(profile -> name.equals(profile.get("name").asString()))
                .findFirst()
                .orElseThrow();
    }

    private void choose(String label, String option) {
        field(label).click();
        option(option).click();
    }

    private Locator option(String name) {
        return ui.named(AriaRole.OPTION, name).and(ui.page().locator(":visible"));
    }

    private static Locator.GetByTextOptions exact() {
        return new Locator.GetByTextOptions().setExact(true);
    }

    /** Required fields have a star after their label. */
    private Locator field(String label) {
        Pattern labelled = Pattern.compile("^%s( \\*)?$".formatted(label));
        return ui.dialog().locator("input, textarea").and(ui.page().getByLabel(labelled));
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

    /** Checks a long dialog by axe and that it fits, on a screen and on a phone. */
    private static void checkOnScreenAndPhone(Ui tab, String name) {
        tab.page().setViewportSize(1280, 3000);
        tab.screenshot(name);
        Accessibility.assertNoFindings(name, tab.page());
        tab.page().setViewportSize(390, 4600);
        tab.screenshot(name + "-phone");
        assertThat(
                        tab.dialog()
                                .evaluate(
                                        "dialog => Math.max(dialog.scrollWidth - dialog.clientWidth,"
                                                + " document.documentElement.scrollWidth - window.innerWidth)"))
                .as("%s on a phone: pixels of the dialog beside it", name)
                .isEqualTo(0);
        tab.page().setViewportSize(1280, 800);
    }
}
