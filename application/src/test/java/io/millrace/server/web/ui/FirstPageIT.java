// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("browser")
class FirstPageIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

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

    @Test
    void showsTheServersMessageWhenThePasswordIsWrong() {
        browser.expectRefusal(401, "/api/auth/login");
        open();
        signIn(application.user(), "not the password");

        assertThat(page().getByRole(AriaRole.ALERT))
                .containsText(Pattern.compile("password", Pattern.CASE_INSENSITIVE));
        assertThat(button("Sign in")).isEnabled();

        signIn(application.user(), application.password());
        assertThat(heading("Devices")).isVisible();
    }

    @Test
    void showsAReadingLiveAndDrawsIt() {
        open();
        signIn(application.user(), application.password());
        Locator row =
                page().getByRole(AriaRole.ROW)
                        .filter(new FilterOptions().setHasText(application.deviceName()));
        assertThat(row).isVisible();
        page().evaluate("window.sameDocument = true");

        application.publish("{\"note\": \"Grüße – 水\", \"temperature\": 20.125}");
        assertThat(row).containsText("temperature 20.125");
        assertThat(row).containsText("note Grüße – 水");
        application.publish("{\"temperature\": 31.375}");
        assertThat(row).containsText("temperature 31.375");
        browser.screenshot("devices");

        link(application.deviceName()).click();
        assertThat(heading(application.deviceName())).isVisible();
        button("temperature").click();
        Locator chart = page().getByRole(AriaRole.IMG);
        assertThat(chart)
                .hasAccessibleName(
                        Pattern.compile(
                                "^Line chart of temperature in the last hour: .* to 31\\.375, latest 31\\.375$"));
        assertThatALineIsDrawnIn(chart);

        application.publish("{\"temperature\": 18.5}");
        assertThat(chart).hasAccessibleName(Pattern.compile("latest 18\\.5$"));
        assertThat(page().evaluate("window.sameDocument")).isEqualTo(true);
        browser.screenshot("device");
    }

    @Test
    void keepsTheSessionOverAReloadAndForgetsItAtSignOut() {
        open();
        signIn(application.user(), application.password());
        assertThat(link(application.deviceName())).isVisible();

        page().reload();
        assertThat(link(application.deviceName())).isVisible();

        button(application.user()).click();
        named(AriaRole.MENUITEM, "Sign out").click();
        assertThat(button("Sign in")).isVisible();
        page().reload();
        assertThat(button("Sign in")).isVisible();
        assertThat(page().evaluate("sessionStorage.length + localStorage.length")).isEqualTo(0);
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

    private static HttpResponse<String> get(String path, String header, String value)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(application.uiUrl() + path))
                        .header(header, value)
                        .build();
        return HTTP.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static void open() {
        page().navigate(application.uiUrl());
    }

    private static void signIn(String user, String password) {
        page().getByLabel("E-mail").fill(user);
        page().getByLabel("Password", new GetByLabelOptions().setExact(true)).fill(password);
        button("Sign in").click();
    }

    /** Waits until pixels of the chart have the colour of its line. */
    private static void assertThatALineIsDrawnIn(Locator chart) {
        page().waitForFunction(
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

    private static Page page() {
        return browser.page();
    }

    private static Locator button(String name) {
        return named(AriaRole.BUTTON, name);
    }

    private static Locator link(String name) {
        return named(AriaRole.LINK, name);
    }

    private static Locator heading(String name) {
        return named(AriaRole.HEADING, name);
    }

    private static Locator named(AriaRole role, String name) {
        return page().getByRole(role, new GetByRoleOptions().setName(name).setExact(true));
    }
}
