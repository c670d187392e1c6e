// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.millrace.server.mainjob.ServiceClient;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an administrator does with device profiles. */
@Tag("browser")
class DeviceProfilesPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

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
        ui.inDialog(AriaRole.BUTTON, "Add").click();
        assertThat(ui.dialog()).containsText("Enter a name.");
        field("Name").fill("Pumps of the page");
        field("Connections per device").fill("101");
        ui.inDialog(AriaRole.BUTTON, "Add").click();
        assertThat(ui.dialog()).containsText("Enter a whole number from 1 to 100.");
        field("Connections per device").fill("3");
        field("Days for which time series are kept").fill("30");
        ui.inDialog(AriaRole.RADIO, "Allow new devices").check();
        check("device-profile-add");
        ui.inDialog(AriaRole.BUTTON, "Add").click();

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
        ui.inDialog(AriaRole.BUTTON, "Add").click();

        assertThat(field("Name")).hasAttribute("aria-invalid", "true");
        assertThat(ui.dialog()).containsText("a device profile 'Taken profile' exists already");
    }

    @Test
    void aChangeThatCameFirstIsNotOverwrittenAndAlarmRulesStay() {
        ServiceClient service = APPLICATION.service();
        service.createDevice("Of the contended profile", "Contended profile");
        ObjectNode theirs = (ObjectNode) profile("Contended profile");
        ((ObjectNode) theirs.get("profileData"))
                .putArray("alarms")
                .addObject()
                .put("id", "a")
                .put("alarmType", "Hot")
                .putObject("createRules");
        theirs = (ObjectNode) service.post("/api/deviceProfile", theirs);
        browser.expectRefusal(409, "/api/deviceProfile");
        ui.open("/device-profiles?search=Contended");
        ui.button("Edit Contended profile").click();
        assertThat(ui.dialog()).containsText("1 alarm rule. It stays as it is.");
        field("Description").fill("Mine");
        service.post("/api/deviceProfile", theirs.put("description", "Theirs"));

        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).containsText("The device profile was changed meanwhile");
        check("device-profile-conflict");
        ui.inDialog(AriaRole.BUTTON, "Reload").click();
        assertThat(field("Description")).hasValue("Theirs");
        field("Description").fill("Mine after theirs");
        save();

        assertThat(profile("Contended profile").at("/profileData/alarms/0/alarmType").asString())
                .isEqualTo("Hot");
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

    private void save() {
        ui.inDialog(AriaRole.BUTTON, "Save").click();
        assertThat(ui.dialog()).isHidden();
    }

    private static JsonNode profile(String name) {
        JsonNode page =
                APPLICATION.service().get("/api/deviceProfiles?pageSize=100&page=0").get("data");
        return StreamSupport.stream(page.spliterator(), false)
                .filter(profile -> name.equals(profile.get("name").asString()))
                .findFirst()
                .orElseThrow();
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
}
