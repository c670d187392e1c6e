// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.millrace.server.mainjob.ServiceClient;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests to a device and the events of its connections, on its page. */
@Tag("browser")
class DeviceRpcIT {

    private static final String REQUESTS = "v1/devices/me/rpc/request/";

    @RegisterExtension static final Browser browser = new Browser();

    private static final DemoApplication APPLICATION = DemoApplication.running();

    private Ui ui;

    @BeforeEach
    void signIn() {
        ui = browser.ui();
        ui.signIn();
    }

    @Test
    void theAnswerOfTheDeviceIsShownAndTheCallIsRepeated() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Answering");
        ui.open("/devices/" + device.id());
        ui.button("Send").click();
        assertThat(ui.text("Enter a method.")).isVisible();
        ui.label("Parameters (JSON)").fill("{pin: 7}");
        assertThat(ui.text("This is not valid JSON.")).isVisible();
        ui.page().getByLabel("Method").fill("setGpio");
        ui.label("Parameters (JSON)").fill("{\"pin\": 7}");

        Mqtt3AsyncClient client = connect(device);
        try {
            answerRequests(client);
            ui.button("Send").click();
            assertThat(ui.text("setGpio: the device has answered")).isVisible();
            assertThat(ui.label("answer of the device")).containsText("\"done\": true");
            check("device-rpc");

            ui.page().reload();
            ui.page().getByRole(AriaRole.BUTTON).getByText("Send again").click();
            assertThat(ui.text("setGpio: the device has answered")).isVisible();

            ui.label("Persistent").check();
            ui.button("Send").click();
            assertThat(ui.text("setGpio: the request is stored")).isVisible();
            assertThat(ui.named(AriaRole.CELL, "Answered")).isVisible();
            assertThat(ui.named(AriaRole.CELL, "{\"done\":true}")).isVisible();
            check("device-rpc-persistent");
        } finally {
            client.disconnect().join();
        }
    }

    @Test
    void aPersistentRequestThatWaitsIsDeletedAfterAConfirmation() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Absent");
        ui.open("/devices/" + device.id());
        ui.page().getByLabel("Method").fill("setGpio");
        ui.label("Persistent").check();
        ui.button("Send").click();
        assertThat(ui.named(AriaRole.CELL, "Waiting")).isVisible();

        Locator delete =
                ui.page()
                        .getByRole(
                                AriaRole.BUTTON,
                                new Page.GetByRoleOptions()
                                        .setName(Pattern.compile("^Delete setGpio of ")));
        delete.click();
        assertThat(ui.dialog()).containsText("Delete the request setGpio?");
        assertThat(ui.dialog()).containsText("The request has not ended.");
        check("device-rpc-delete");
        ui.inDialog(AriaRole.BUTTON, "Cancel").click();
        assertThat(ui.dialog()).isHidden();
        assertThat(ui.named(AriaRole.CELL, "Waiting")).isVisible();
        delete.click();
        ui.inDialog(AriaRole.BUTTON, "Delete").click();
        assertThat(ui.dialog()).isHidden();
        assertThat(ui.text("No persistent request.")).isVisible();
    }

    @Test
    void aDeviceThatDoesNotAnswerIsNamed() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Silent");
        browser.expectRefusal(504, "/api/rpc/twoway/" + device.id());
        ui.open("/devices/" + device.id());
        ui.page().getByLabel("Method").fill("getTime");
        ui.label("Time limit (seconds)").fill("1");
        ui.button("Send").click();
        assertThat(ui.text("getTime: no answer in time")).isVisible();
        check("device-rpc-no-answer");
    }

    @Test
    void aRefusedTopicIsAnEventOfTheDevice() {
        ServiceClient.Device device = APPLICATION.service().createDevice("Mistaken");
        ui.open("/devices/" + device.id());
        assertThat(ui.text("No events yet.")).isVisible();

        Mqtt3AsyncClient client = connect(device);
        client.publish(publish("v1/devices/me/unknown", "{}")).exceptionally(_ -> null).join();
        assertThat(ui.named(AriaRole.CELL, "Connected")).isVisible();
        assertThat(ui.named(AriaRole.CELL, "Publish refused")).isVisible();
        assertThat(ui.named(AriaRole.CELL, "v1/devices/me/unknown")).isVisible();
        check("device-events");

        ui.label("Show events of one kind").first().click();
        ui.named(AriaRole.OPTION, "Publish refused").click();
        assertThat(ui.named(AriaRole.CELL, "Connected")).hasCount(0);
        assertThat(ui.named(AriaRole.CELL, "Publish refused")).isVisible();
        if (client.getState().isConnected()) {
            client.disconnect().join();
        }
    }

    private static Mqtt3AsyncClient connect(ServiceClient.Device device) {
        Mqtt3AsyncClient client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(APPLICATION.mqttPort())
                        .simpleAuth()
                        .username(device.token())
                        .applySimpleAuth()
                        .buildAsync();
        client.connect().join();
        return client;
    }

    private static void answerRequests(Mqtt3AsyncClient client) {
        client.subscribeWith()
                .topicFilter(REQUESTS + "+")
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(request -> answer(client, request))
                .send()
                .join();
    }

    private static void answer(Mqtt3AsyncClient client, Mqtt3Publish request) {
        String number = request.getTopic().toString().substring(REQUESTS.length());
        var _ = client.publish(publish("v1/devices/me/rpc/response/" + number, "{\"done\":true}"));
    }

    private static Mqtt3Publish publish(String topic, String json) {
        return Mqtt3Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(json.getBytes(StandardCharsets.UTF_8))
                .build();
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
