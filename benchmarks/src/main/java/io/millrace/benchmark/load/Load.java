// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connects devices, lets them publish, and waits for the server's answers. */
final class Load {

    private final Options options;
    private final PrintStream out;
    private final Sampler sampler;
    private final @Nullable ServerCost cost;
    private final LedgerCount.Count done;
    private final PhaseListener listener;
    private final @Nullable Ending ending;
    private final Latencies acknowledgements = new Latencies();
    private final Latencies pings = new Latencies();
    private final List<Publisher> publishers = new ArrayList<>();

    /**
     * @param out receives a line when connections break off
     * @param sampler follows some of the readings
     * @param cost records the server's cost in the measured phase; null: not measured
     * @param done counts the deliveries that have ended well
     * @param listener is told about the measured phase
     * @param ending waits until all deliveries have ended; null: the run does not wait
     */
    Load(
            Options options,
            PrintStream out,
            Sampler sampler,
            @Nullable ServerCost cost,
            LedgerCount.Count done,
            PhaseListener listener,
            @Nullable Ending ending) {
        this.listener = listener;
        this.ending = ending;
        this.done = done;
        this.options = options;
        this.out = out;
        this.sampler = sampler;
        this.cost = cost;
    }

    /**
     * Runs the load; closes all connections at the end.
     *
     * @param cargos what each connection carries; the same number of readings in all messages
     * @param beside a device that is not part of the load, or null
     * @throws LoadException if the devices cannot connect
     */
    Measurement run(List<? extends Cargo> cargos, @Nullable Bystander beside)
            throws IOException, InterruptedException {
        Phase phase;
        double donePerSecond;
        long settledAt;
        boolean interrupted;
        try (Fleet fleet = new Fleet(options.server().mqtt())) {
            connect(fleet, cargos, beside);
            if (options.warmup() > 0) {
                Phase.once(fleet, publishers, options.patience());
            }
            long began = publish(fleet, options.warmup(), false).began();
            if (options.pings()) {
                fleet.startPings();
            }
            if (beside != null) {
                beside.start(fleet);
            }
            listener.began();
            if (cost != null) {
                cost.begin();
            }
            sampler.start();
            long doneBefore = done.now();
            phase = publish(fleet, options.seconds(), true);
            donePerSecond =
                    fleet.brokenOff() == null
                            ? (done.now() - doneBefore) * 1e9 / (System.nanoTime() - phase.began())
                            : Double.NaN;
            fleet.drain(options.patience());
            settledAt = settle(fleet);
            if (cost != null) {
                cost.end(fleet.brokenOff() == null);
            }
            listener.ended();
            sampler.end();
            interrupted = tellWhetherBroken(fleet, began);
        }
        return new Measurement(
                phase,
                publishers.stream().flatMap(each -> each.published().stream()).toList(),
                acknowledgements,
                pings,
                sampler,
                cost,
                beside,
                donePerSecond,
                settledAt,
                interrupted);
    }

    private void connect(Fleet fleet, List<? extends Cargo> cargos, @Nullable Bystander beside) {
        for (Cargo cargo : cargos) {
            Publisher publisher = new Publisher(cargo, options.window(), acknowledgements, sampler);
            publishers.add(publisher);
            fleet.connect(publisher, pings);
        }
        if (beside != null) {
            beside.connect(fleet);
        }
        fleet.awaitAccepted();
    }

    private Phase publish(Fleet fleet, int seconds, boolean measured) throws InterruptedException {
        Duration duration = Duration.ofSeconds(seconds);
        if (options.isClosedLoop()) {
            return Phase.closedLoop(fleet, publishers, duration, measured);
        }
        int readings = options.readings();
        return Phase.openLoop(
                        fleet,
                        publishers,
                        Math.max(1, options.rate() / readings),
                        duration,
                        measured,
                        () -> measured && listener.isOver())
                .timesDue(readings);
    }

    private long settle(Fleet fleet) throws IOException, InterruptedException {
        return ending != null
                        && fleet.brokenOff() == null
                        && ending.await(
                                fleet.sum(Publisher::acknowledged) * options.readings(),
                                options.patience())
                ? System.nanoTime()
                : 0;
    }

    private boolean tellWhetherBroken(Fleet fleet, long began) {
        Fleet.Break broken = fleet.brokenOff();
        if (broken == null) {
            return false;
        }
        out.printf(
                "Connections broke off after %.1f s (%s): sent %,d, acknowledged %,d.%n",
                (broken.at() - began) / 1e9,
                broken.reason(),
                fleet.sum(Publisher::sent),
                fleet.sum(Publisher::acknowledged));
        return true;
    }
}
