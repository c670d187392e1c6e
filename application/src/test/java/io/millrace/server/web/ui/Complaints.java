// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a browser complains about behind a page that looks all right: errors and warnings on its console (violations of
 * the content security policy among them), uncaught exceptions, requests that fail or are refused.
 */
final class Complaints {

    private final List<String> all = new ArrayList<>();
    private final List<ExpectedRefusal> expected = new ArrayList<>();

    private record ExpectedRefusal(int status, String path) {

        boolean matches(Response response) {
            return response.status() == status && response.url().endsWith(path);
        }
    }

    Complaints(BrowserContext context) {
        context.onConsoleMessage(this::onConsoleMessage);
        context.onWebError(error -> all.add("Uncaught: " + error.error()));
        context.onRequestFailed(this::onRequestFailed);
        context.onResponse(this::onResponse);
    }

    /** From now on the server may answer requests whose URL ends with the path with that status. */
    void expectRefusal(int status, String path) {
        expected.add(new ExpectedRefusal(status, path));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void assertNone() {
        assertThat(all).as("complaints of the browser").isEmpty();
    }

    private void onConsoleMessage(ConsoleMessage message) {
        // A request that was refused is judged as a response.
        boolean refusal =
                message.text().startsWith("Failed to load resource: the server responded");
        if (Set.of("error", "warning").contains(message.type()) && !refusal) {
            all.add("Console: %s (%s)".formatted(message.text(), message.location()));
        }
    }

    private void onRequestFailed(Request request) {
        // The page gives up what it asked for when it no longer shows it.
        if (!"net::ERR_ABORTED".equals(request.failure())) {
            all.add("%s %s: %s".formatted(request.method(), request.url(), request.failure()));
        }
    }

    private void onResponse(Response response) {
        if (response.status() >= 400 && expected.stream().noneMatch(it -> it.matches(response))) {
            all.add("Status %d: %s".formatted(response.status(), response.url()));
        }
    }
}
