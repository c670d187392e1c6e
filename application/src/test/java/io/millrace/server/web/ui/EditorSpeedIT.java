// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.millrace.server.mainjob.ServiceClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures the editor with large rule chains, five times each, and logs the figures: a test asserts no speed. Only with
 * {@code -Psoak}.
 */
@Tag("browser")
@Tag("soak")
@Tag("alone")
class EditorSpeedIT {

    @RegisterExtension static final Browser browser = new Browser();

    private static final Logger log = LoggerFactory.getLogger(EditorSpeedIT.class);
    private static final int RUNS = 5;
    private static final int MOVES = 60;

    private final ServiceClient service = DemoApplication.running().service();

    @Test
    void aNodeIsDraggedInAChainOf300Nodes() {
        Ui ui = browser.ui();
        ui.signIn();
        ui.open("/rule-chains/" + chainOf(300));
        Locator nodes = ui.page().locator(".react-flow__node-rule");
        assertThat(nodes).hasCount(300);
        Locator node = zoomIn(ui.page(), nodes);
        List<Double> millis = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            BoundingBox before = node.boundingBox();
            Trace trace = browser.trace(ui, () -> drag(ui.page(), before));

            assertThat(trace.dispatched("mousemove")).isGreaterThan(MOVES / 2);
            assertThat(node.boundingBox().x).isNotEqualTo(before.x);
            millis.add(trace.workMillis() / trace.dispatched("mousemove"));
        }
        log.info("300 nodes: {} ms of script and layout for an event of a drag", millis);
    }

    /** Makes the nodes as large as one drags them, and answers one in the middle of the canvas. */
    private static Locator zoomIn(Page page, Locator nodes) {
        page.mouse().move(640, 450);
        for (int i = 0; i < 8; i++) {
            page.mouse().wheel(0, -240);
        }
        Object middle =
                page.waitForFunction(
                                """
                                () => {
                                  const boxes = [...document.querySelectorAll('.react-flow__node-rule')]
                                    .map((node) => node.getBoundingClientRect());
                                  const index = boxes.findIndex(({ x, y, width }) =>
                                    width > 80 && x > 350 && x < 800 && y > 250 && y < 600);
                                  return index < 0 ? null : [index];
                                }
                                """)
                        .jsonValue();
        return nodes.nth(((Number) ((List<?>) middle).getFirst()).intValue());
    }

    private static void drag(Page page, BoundingBox node) {
        // Not in the middle, which the label of a connection may cover.
        double x = node.x + node.width / 4;
        double y = node.y + 6;
        page.mouse().move(x, y);
        page.mouse().down();
        for (int i = 1; i <= MOVES; i++) {
            page.mouse().move(x + i, y + i / 2.0);
        }
        page.mouse().up();
    }

    @Test
    void aChainOf1000NodesIsOpened() {
        Ui ui = browser.ui();
        ui.signIn();
        ui.open("/rule-chains/" + chainOf(1));
        Locator nodes = ui.page().locator(".react-flow__node-rule");
        String large = chainOf(1_000);
        List<Double> millis = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            ui.open("/devices");
            assertThat(ui.heading("Devices")).isVisible();
            long begin = System.nanoTime();
            ui.open("/rule-chains/" + large);
            Object _ =
                    ui.page()
                            .waitForFunction(
                                    """
                                    () => document.querySelectorAll('.react-flow__node-rule').length === 1000
                                      && document.querySelectorAll('.react-flow__edge').length === 1000
                                    """);
            Object _ =
                    ui.page()
                            .evaluate(
                                    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
            millis.add((System.nanoTime() - begin) / 1e6);
            assertThat(nodes).hasCount(1_000);
        }
        log.info("1,000 nodes: open after {} ms", millis);
    }

    /** Creates a chain of so many filters, each connected to the next, and answers its id. */
    private String chainOf(int size) {
        JsonMapper json = JsonMapper.shared();
        String id =
                service.post("/api/ruleChain", json.createObjectNode().put("name", "Of " + size))
                        .at("/id/id")
                        .asString();
        ObjectNode metadata = json.createObjectNode().put("firstNodeIndex", 0);
        metadata.putObject("ruleChainId").put("entityType", "RULE_CHAIN").put("id", id);
        ArrayNode nodes = metadata.putArray("nodes");
        ArrayNode connections = metadata.putArray("connections");
        for (int i = 0; i < size; i++) {
            ObjectNode node =
                    nodes.addObject()
                            .put("type", "org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode")
                            .put("name", "Filter " + i);
            node.putObject("configuration").putArray("messageTypes").add("POST_TELEMETRY_REQUEST");
            node.putObject("additionalInfo")
                    .put("layoutX", 300 * (i % 25))
                    .put("layoutY", 120 * (i / 25));
            if (i > 0) {
                connections
                        .addObject()
                        .put("fromIndex", i - 1)
                        .put("toIndex", i)
                        .put("type", "True");
            }
        }
        service.post("/api/ruleChain/metadata", metadata);
        return id;
    }
}
