// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.store.RuleChainStore;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What the engine's actors share.
 *
 * @param blocking runs calls that block, each on a thread of its own
 * @param ticker monotonic time in nanoseconds
 */
record EngineParts(
        EngineSettings settings,
        RuleChainStore chains,
        NodeStarter nodes,
        Executor blocking,
        LongSupplier ticker) {}
