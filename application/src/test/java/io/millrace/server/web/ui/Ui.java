// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.nio.file.Path;

/** The web UI in one tab, as its user finds it: by roles, names and labels. */
final class Ui {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    /** A toolbar of this height or more has two rows, in pixels. */
    static final double TWO_ROWS = 60;

    private final Page page;

    Ui(Page page) {
        this.page = page;
    }

    Page page() {
        return page;
    }

    /**
     * Opens a page of the UI.
     *
     * @param route what follows {@code #} in its address, as in {@code /devices}
     */
    void open(String route) {
        page.navigate(DemoApplication.running().uiUrl() + "#" + route);
    }

    void signIn() {
        signIn(DemoApplication.USER, DemoApplication.PASSWORD);
        assertThat(button(DemoApplication.USER)).isVisible();
    }

    /** Enters both on the sign-in page, which is opened where the tab shows nothing yet. */
    void signIn(String user, String password) {
        if ("about:blank".equals(page.url())) {
            open("/");
        }
        label("E-mail").fill(user);
        label("Password").fill(password);
        button("Sign in").click();
    }

    void press(String keys) {
        page.keyboard().press(keys);
    }

    /** Saves a picture of the page as {@code target/screenshots/NAME.png}. */
    void screenshot(String name) {
        page.screenshot(
                new ScreenshotOptions()
                        .setPath(SCREENSHOTS.resolve(name + ".png"))
                        .setAnimations(ScreenshotAnimations.DISABLED));
    }

    /** The height of the toolbar of a rule chain, in pixels. */
    double heightOfToolbar() {
        return page.locator("[role=toolbar]").boundingBox().height;
    }

    Locator button(String name) {
        return named(AriaRole.BUTTON, name);
    }

    Locator link(String name) {
        return named(AriaRole.LINK, name);
    }

    Locator heading(String name) {
        return named(AriaRole.HEADING, name);
    }

    Locator label(String text) {
        return page.getByLabel(text, new GetByLabelOptions().setExact(true));
    }

    Locator text(String text) {
        return page.getByText(text);
    }

    Locator named(AriaRole role, String name) {
        return page.getByRole(role, new GetByRoleOptions().setName(name).setExact(true));
    }

    Locator dialog() {
        return page.getByRole(AriaRole.DIALOG);
    }

    Locator inDialog(AriaRole role, String name) {
        return dialog().getByRole(role, new Locator.GetByRoleOptions().setName(name));
    }
}
