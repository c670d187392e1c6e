// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.RuleChainStore;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies that the engine's actors share.
 *
 * @param blocking runs calls that block, each on a thread of its own
 * @param clock the time of day
 * @param ticker monotonic time in nanoseconds
 * @param listener is notified of events of the nodes
 * @param visits is notified of every visit to a node; null for none, which costs nothing
 */
record EngineParts(
        EngineSettings settings,
        RuleChainStore chains,
        NodeStarter nodes,
        AttributeStore attributes,
        MessageIntake intake,
        ActiveDevices activeDevices,
        Executor blocking,
        Clock clock,
        LongSupplier ticker,
        NodeListener listener,
        @Nullable VisitListener visits) {}
