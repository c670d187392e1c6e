// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Browser.StartTracingOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.PlaywrightException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Chromium. It comes, with the libraries and fonts that it needs, from an npm package of the module
 * ui-config, and is unpacked into the build's own folder: a test needs no browser on the machine and no network. Where
 * those binaries do not run (they are made for Linux on x86-64), the environment variable
 * {@code MILLRACE_TEST_CHROMIUM} names another Chromium.
 *
 * <p>Like everything of Playwright, it belongs to the thread that launched it.
 */
final class Chromium implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Chromium.class);
    private static final Path BUILD = Path.of("target").toAbsolutePath();
    private static final long NODE_TIMEOUT_SECONDS = 120;
    private static final List<String> ARGUMENTS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser browser;

    private Chromium(Playwright playwright, com.microsoft.playwright.Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium launch() {
        try {
            Files.createDirectories(BUILD);
            Path web = webSources();
            Playwright playwright = Playwright.create(driverWith(web));
            return new Chromium(playwright, launch(playwright, optionsFor(web)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Launches the browser, again if it crashes before it has a page: that says nothing about the pages. */
    private static com.microsoft.playwright.Browser launch(
            Playwright playwright, LaunchOptions options) {
        try {
            return playwright.chromium().launch(options);
        } catch (PlaywrightException e) {
            log.warn("Chromium did not start; launching it again", e);
            return playwright.chromium().launch(options);
        }
    }

    /**
     * A context that shares nothing with others, in UTC wherever the test runs.
     *
     * @param locale the language of the browser, as in {@code en-US}
     */
    BrowserContext newContext(String locale) {
        return browser.newContext(
                new NewContextOptions()
                        .setLocale(locale)
                        .setTimezoneId("UTC")
                        .setViewportSize(1280, 800));
    }

    /** What the page does during the action. */
    Trace trace(Page page, Runnable action) {
        browser.startTracing(
                page, new StartTracingOptions().setCategories(List.of(Trace.CATEGORY)));
        action.run();
        return new Trace(browser.stopTracing());
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }

    /** The driver brings its program, but neither the Node.js to run it nor, here, a browser. */
    private static CreateOptions driverWith(Path web) throws IOException {
        return new CreateOptions()
                .setEnv(
                        Map.of(
                                "PLAYWRIGHT_NODEJS_PATH",
                                node(web, "-p", "process.execPath"),
                                "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                                "1"));
    }

    private static LaunchOptions optionsFor(Path web) throws IOException {
        LaunchOptions options = new LaunchOptions().setArgs(ARGUMENTS);
        @Nullable String chosen = System.getenv("MILLRACE_TEST_CHROMIUM");
        if (chosen != null) {
            return options.setExecutablePath(Path.of(chosen));
        }
        Path home =
                Path.of(
                        node(
                                web,
                                "scripts/unpack-chromium.mjs",
                                BUILD.resolve("browser").toString()));
        return options.setExecutablePath(home.resolve("chromium"))
                .setEnv(
                        Map.of(
                                "HOME", home.toString(),
                                "LANG", "en_US.UTF-8",
                                "LD_LIBRARY_PATH", home.resolve("al2023/lib").toString(),
                                "FONTCONFIG_PATH", home.resolve("fonts").toString()));
    }

    /** The sources of the UI, with its npm packages. */
    static Path webSources() throws IOException {
        Path web =
                Stream.of("../ui-config/src/main/web", "ui-config/src/main/web")
                        .map(Path::of)
                        .filter(Files::isDirectory)
                        .findFirst()
                        .orElseThrow(() -> new IOException("The module ui-config is not beside"))
                        .toRealPath();
        if (!Files.isDirectory(web.resolve("node_modules/@sparticuz/chromium"))) {
            throw new IOException(
                    "Chromium is not in %s/node_modules: build the module ui-config first, without -Dskip.ui"
                            .formatted(web));
        }
        return web;
    }

    private static String node(Path directory, String... arguments) throws IOException {
        var command = Stream.concat(Stream.of("node"), Stream.of(arguments)).toList();
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            if (!process.waitFor(NODE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("Not done in time: " + command);
            }
            if (process.exitValue() != 0) {
                throw new IOException("Status %d of %s".formatted(process.exitValue(), command));
            }
            return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted during " + command, e);
        } finally {
            process.destroyForcibly();
        }
    }
}
