// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.store.RuleChainStore;
import java.util.function.Function;

/** Runs messages through chains without any effect. Safe for use by many threads. */
public final class TestRunner {

    private final Function<NodePorts, NodeCatalogue> catalogues;
    private final NodePorts ports;
    private final RuleChainStore chains;

    /**
     * @param catalogues creates the node types for given ports
     * @param ports the ports that nodes read from; their other operations are only recorded
     * @param chains chains that others call
     */
    public TestRunner(
            Function<NodePorts, NodeCatalogue> catalogues, NodePorts ports, RuleChainStore chains) {
        this.catalogues = catalogues;
        this.ports = ports;
        this.chains = chains;
    }

    /** Runs a message; blocks until all its deliveries have ended, or the limit has passed. */
    public TestRunResult run(TestRunRequest request) throws InterruptedException {
        try (TestRun run = new TestRun(request, catalogues, ports, chains)) {
            return run.run();
        }
    }
}
