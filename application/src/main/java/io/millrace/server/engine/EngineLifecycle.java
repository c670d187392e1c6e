// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.engine;

import io.millrace.queue.memory.MemoryQueue;
import io.millrace.rule.engine.RuleEngine;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the queue before anything that feeds it, and stops it after: first nothing new comes, then what is under way
 * ends or is kept, then the engine's nodes close.
 */
public final class EngineLifecycle implements SmartLifecycle {

    /** Everything that submits messages has a later phase. */
    public static final int PHASE = 0;

    private final MemoryQueue queue;
    private final RuleEngine engine;
    private volatile boolean running;

    EngineLifecycle(MemoryQueue queue, RuleEngine engine) {
        this.queue = queue;
        this.engine = engine;
    }

    @Override
    public void start() {
        queue.start(engine::process);
        running = true;
    }

    @Override
    public void stop() {
        queue.close();
        engine.close();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
