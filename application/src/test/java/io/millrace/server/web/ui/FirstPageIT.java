// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.options.AriaRole;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.ServiceClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("browser")
class FirstPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final DemoApplication application = DemoApplication.running();
    private final ServiceClient.Device device =
            application.service().deviceByName(DemoApplication.DEVICE);

    private Ui ui;

    @BeforeEach
    void open() {
        ui = browser.ui();
        ui.open("/");
    }

    @Test
    void showsTheServersMessageWhenThePasswordIsWrong() {
        browser.expectRefusal(401, "/api/auth/login");
        ui.signIn(DemoApplication.USER, "not the password");

        assertThat(ui.page().getByRole(AriaRole.ALERT))
                .containsText(Pattern.compile("password", Pattern.CASE_INSENSITIVE));
        assertThat(ui.button("Sign in")).isEnabled();

        ui.signIn();
        assertThat(ui.heading("Devices")).isVisible();
    }

    @Test
    void showsAReadingLiveAndDrawsIt() {
        ui.signIn();
        Locator row =
                ui.page()
                        .getByRole(AriaRole.ROW)
                        .filter(new FilterOptions().setHasText(DemoApplication.DEVICE));
        assertThat(row).isVisible();
        ui.page().evaluate("window.sameDocument = true");

        application.publish(device, "{\"note\": \"Grüße – 水\", \"temperature\": 20.125}");
        assertThat(row).containsText("temperature 20.125");
        assertThat(row).containsText("note Grüße – 水");
        application.publish(device, "{\"temperature\": 31.375}");
        assertThat(row).containsText("temperature 31.375");
        ui.screenshot("devices");

        ui.link(DemoApplication.DEVICE).click();
        assertThat(ui.heading(DemoApplication.DEVICE)).isVisible();
        ui.button("temperature").click();
        Locator chart = ui.page().locator("[role=img]");
        assertThat(chart)
                .hasAccessibleName(
                        Pattern.compile(
                                "^Line chart of temperature in the last hour: .* to 31\\.375, latest 31\\.375$"));
        assertThatALineIsDrawnIn(chart);

        application.publish(device, "{\"temperature\": 18.5}");
        assertThat(chart).hasAccessibleName(Pattern.compile("latest 18\\.5$"));
        assertThat(ui.page().evaluate("window.sameDocument")).isEqualTo(true);
        ui.screenshot("device");
    }

    @Test
    void theCommandThatAFreshDeviceShowsSendsItsFirstReading() {
        String name = "My first device";
        String token = application.service().createDevice(name).token();
        ui.signIn();
        ui.link(name).click();
        Locator command =
                ui.page()
                        .locator("pre")
                        .filter(new FilterOptions().setHasText("mosquitto_pub"))
                        .first();
        assertThat(command).isVisible();
        ui.screenshot("device-first-reading");

        Map<String, String> options = optionsOf(command.textContent());

        assertThat(options)
                .containsEntry("h", URI.create(application.uiUrl()).getHost())
                .containsEntry("p", Integer.toString(application.mqttPort()))
                .containsEntry("u", token);
        try (MqttDevice client =
                new MqttDevice(Integer.parseInt(options.get("p")), options.get("u"))) {
            client.publish(options.get("t"), options.get("m"));
        }
        assertThat(ui.named(AriaRole.BUTTON, "temperature")).isVisible();
        assertThat(ui.text("mosquitto_pub")).hasCount(0);
    }

    /** The options of a command with one letter and a value, which may be quoted for a shell. */
    private static Map<String, String> optionsOf(String command) {
        Map<String, String> options = new HashMap<>();
        Matcher option =
                Pattern.compile("\\s-(\\w)\\s+(?:'([^']*)'|\"([^\"]*)\"|(\\S+))").matcher(command);
        while (option.find()) {
            for (int group = 2; group <= 4; group++) {
                if (option.group(group) != null) {
                    options.put(option.group(1), option.group(group));
                }
            }
        }
        return options;
    }

    @Test
    void keepsTheSessionOverAReloadAndForgetsItAtSignOut() {
        ui.signIn();
        assertThat(ui.link(DemoApplication.DEVICE)).isVisible();

        ui.page().reload();
        assertThat(ui.link(DemoApplication.DEVICE)).isVisible();

        ui.button(DemoApplication.USER).click();
        ui.named(AriaRole.MENUITEM, "Sign out").click();
        assertThat(ui.button("Sign in")).isVisible();
        ui.page().reload();
        assertThat(ui.button("Sign in")).isVisible();
        assertThat(ui.page().evaluate("sessionStorage.length + localStorage.length")).isEqualTo(0);
    }

    @Test
    void theFilesOfTheUiAreCompressedAndOnlySentAgainWhenTheyHaveChanged()
            throws IOException, InterruptedException {
        HttpResponse<String> page = get("", "Accept-Encoding", "identity");
        Matcher script = Pattern.compile("src=\"\\./(assets/[^\"]+\\.js)\"").matcher(page.body());
        assertThat(script.find()).isTrue();

        HttpResponse<String> plain = get(script.group(1), "Accept-Encoding", "identity");
        HttpResponse<String> compressed = get(script.group(1), "Accept-Encoding", "gzip");

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(compressed.headers().firstValueAsLong("Content-Length").orElseThrow())
                .isLessThan(plain.body().length() / 2);
        for (HttpResponse<String> response : List.of(plain, compressed)) {
            assertThat(response.headers().firstValue("Cache-Control"))
                    .hasValue("max-age=31536000, public, immutable");
            assertThat(String.join(",", response.headers().allValues("Vary")))
                    .containsIgnoringCase("accept-encoding");
        }
        String changed = page.headers().firstValue("Last-Modified").orElseThrow();
        assertThat(get("", "If-Modified-Since", changed).statusCode()).isEqualTo(304);
    }

    private HttpResponse<String> get(String path, String header, String value)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(application.uiUrl() + path))
                        .header(header, value)
                        .build();
        return HTTP.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** Waits until pixels of the chart have the colour of its line. */
    private void assertThatALineIsDrawnIn(Locator chart) {
        ui.page()
                .waitForFunction(
                        """
                        (canvas) => {
                          const swatch = document.createElement('span');
                          swatch.style.color = 'var(--accent)';
                          canvas.after(swatch);
                          const [red, green, blue] = getComputedStyle(swatch).color.match(/\\d+/g).map(Number);
                          swatch.remove();
                          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                          for (let i = 0; i < data.length; i += 4) {
                            if (data[i] === red && data[i + 1] === green && data[i + 2] === blue && data[i + 3] === 255) {
                              return true;
                            }
                          }
                          return false;
                        }
                        """,
                        chart.locator("canvas").elementHandle());
    }
}
