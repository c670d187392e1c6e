// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellEntry;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.time.Cancellable;
import org.jspecify.annotations.Nullable;

/** The actor of an elastic pool: makes its routees and ends them. It processes no tasks itself. */
final class ElasticActor<M> implements Actor<M> {

    private final Props<M> routee;
    private final ElasticPoolSettings settings;
    private int highSamples;
    private int lowSamples;
    private boolean hasStepped;
    private boolean ended;
    private @Nullable Cancellable nextSample;

    ElasticActor(Props<M> routee, ElasticPoolSettings settings) {
        this.routee = routee;
        this.settings = settings;
    }

    @Override
    public void started(ActorContext<M> context) {
        ElasticRef<M> pool = poolOf(context);
        if (pool.isDrained()) {
            context.stopSelf();
            return;
        }
        sampleLater(pool, context);
        fill(pool, context);
        pool.sample(onFull(pool, context));
    }

    @Override
    public void receive(M message, ActorContext<M> context) {
        // The reference of a pool delivers no message into its own mailbox.
        throw new IllegalStateException("a pool processes no message itself");
    }

    @Override
    public void terminated(ActorRef<?> ended, ActorContext<M> context) {
        ElasticRef<M> pool = poolOf(context);
        pool.remove(CellRef.cellOf(ended));
        if (pool.isDrained() && context.children().isEmpty()) {
            context.stopSelf();
        }
    }

    @Override
    public void restarting(Throwable cause, ActorContext<M> context) {
        endLife();
        poolOf(context).removeAll();
    }

    @Override
    public void stopping(ActorContext<M> context) {
        endLife();
    }

    private void endLife() {
        ended = true;
        if (nextSample != null) {
            nextSample.cancel();
        }
    }

    private void sampleLater(ElasticRef<M> pool, ActorContext<M> context) {
        CellEntry call = new CellEntry.Call(() -> sample(pool, context));
        nextSample =
                pool.cell()
                        .services()
                        .scheduler()
                        .schedule(settings.sampleInterval(), () -> pool.cell().offerControl(call));
    }

    private void sample(ElasticRef<M> pool, ActorContext<M> context) {
        if (ended) {
            return;
        }
        sampleLater(pool, context);
        hasStepped = false;
        fill(pool, context);
        int waiting = pool.sample(onFull(pool, context));
        highSamples = waiting > settings.highMark() ? highSamples + 1 : 0;
        lowSamples = waiting < settings.lowMark() ? lowSamples + 1 : 0;
        if (waiting >= settings.capacity() || highSamples >= settings.growAfter()) {
            grow(pool, context);
        } else if (lowSamples >= settings.shrinkAfter()) {
            shrink(pool);
        }
    }

    private CellEntry onFull(ElasticRef<M> pool, ActorContext<M> context) {
        return new CellEntry.Call(() -> {
            if (!ended) {
                grow(pool, context);
            }
        });
    }

    /** Replaces routees that have ended. A pool that is ending needs none once no task waits. */
    private void fill(ElasticRef<M> pool, ActorContext<M> context) {
        while (pool.size() < settings.min() && !pool.isDrained()) {
            add(pool, context);
        }
    }

    private void grow(ElasticRef<M> pool, ActorContext<M> context) {
        if (!hasStepped && pool.size() < settings.max()) {
            add(pool, context);
            hasStepped = true;
            highSamples = 0;
        }
    }

    private void shrink(ElasticRef<M> pool) {
        ActorCell<?> idle = pool.size() > settings.min() ? pool.removeIdle() : null;
        if (idle != null) {
            idle.poison();
            hasStepped = true;
            lowSamples = 0;
        }
    }

    private void add(ElasticRef<M> pool, ActorContext<M> context) {
        ActorRef<M> made = context.spawn(routee);
        context.watch(made);
        pool.add(CellRef.cellOf(made));
    }

    private static <M> ElasticRef<M> poolOf(ActorContext<M> context) {
        return (ElasticRef<M>) context.self();
    }
}
