// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test of a class a page of its own in one real browser. A test fails also when its page looked right but
 * the browser had something to complain of: console errors, uncaught exceptions, failed requests, violations of the
 * content security policy. A test that fails leaves a picture of its page in {@code target/screenshots}.
 */
final class Browser
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final double TIMEOUT_MS = 20_000;

    private @Nullable Chromium chromium;
    private @Nullable Tab tab;

    private record Tab(BrowserContext context, Page page, Complaints complaints) {}

    Page page() {
        return openTab().page();
    }

    /** From now on the server may answer requests whose URL ends with the path with that status. */
    void expectRefusal(int status, String path) {
        openTab().complaints().expectRefusal(status, path);
    }

    /** Saves a picture of the page as {@code target/screenshots/NAME.png}. */
    void screenshot(String name) {
        page().screenshot(new ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
    }

    @Override
    public void beforeAll(ExtensionContext test) {
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MS);
        chromium = Chromium.launch();
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        BrowserContext context = Objects.requireNonNull(chromium).newContext();
        context.setDefaultTimeout(TIMEOUT_MS);
        var complaints = new Complaints(context);
        tab = new Tab(context, context.newPage(), complaints);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        Tab closing = openTab();
        try {
            if (test.getExecutionException().isPresent() || !closing.complaints().isEmpty()) {
                screenshot(
                        test.getRequiredTestClass().getSimpleName()
                                + "."
                                + test.getRequiredTestMethod().getName());
            }
            closing.complaints().assertNone();
        } finally {
            tab = null;
            closing.context().close();
        }
    }

    @Override
    public void afterAll(ExtensionContext test) {
        if (chromium != null) {
            chromium.close();
        }
    }

    private Tab openTab() {
        return Objects.requireNonNull(tab, "A page is open only during a test");
    }
}
