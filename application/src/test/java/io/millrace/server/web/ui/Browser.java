// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test of a class tabs of its own in one real browser. A test fails also when its pages looked right but the
 * browser had something to complain of: console errors, uncaught exceptions, failed requests, violations of the content
 * security policy. A test that fails leaves pictures of its pages in {@code target/screenshots}.
 */
final class Browser
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    private static final double TIMEOUT_MS = 20_000;

    private final List<Tab> tabs = new ArrayList<>();
    private @Nullable Chromium chromium;

    private record Tab(BrowserContext context, Ui ui, Complaints complaints) {}

    /** The tab that every test begins with. */
    Ui ui() {
        return tabs.getFirst().ui();
    }

    /** A tab that shares nothing with the others, as of another user on another computer. */
    Ui newTab() {
        return newTab("en-US");
    }

    /** A tab of its own in a browser of that language, as in {@code zh-CN}. */
    Ui newTab(String locale) {
        BrowserContext context = Objects.requireNonNull(chromium).newContext(locale);
        context.setDefaultTimeout(TIMEOUT_MS);
        var complaints = new Complaints(context);
        tabs.add(new Tab(context, new Ui(context.newPage()), complaints));
        return tabs.getLast().ui();
    }

    /** What the page of the tab does during the action. */
    Trace trace(Ui ui, Runnable action) {
        return Objects.requireNonNull(chromium).trace(ui.page(), action);
    }

    /** From now on the server may answer requests whose URL ends with the path with that status. */
    void expectRefusal(int status, String path) {
        tabs.forEach(tab -> tab.complaints().expectRefusal(status, path));
    }

    @Override
    public void beforeAll(ExtensionContext test) {
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MS);
        chromium = Chromium.launch();
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        Ui _ = newTab();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        String name =
                "%s.%s"
                        .formatted(
                                test.getRequiredTestClass().getSimpleName(),
                                test.getRequiredTestMethod().getName());
        try {
            if (test.getExecutionException().isPresent() || hasComplaints()) {
                for (int i = 0; i < tabs.size(); i++) {
                    tabs.get(i).ui().screenshot(i == 0 ? name : name + "-" + (i + 1));
                }
            }
            tabs.forEach(tab -> tab.complaints().assertNone());
        } finally {
            tabs.forEach(tab -> tab.context().close());
            tabs.clear();
        }
    }

    @Override
    public void afterAll(ExtensionContext test) {
        if (chromium != null) {
            chromium.close();
        }
    }

    private boolean hasComplaints() {
        return tabs.stream().anyMatch(tab -> !tab.complaints().isEmpty());
    }
}
