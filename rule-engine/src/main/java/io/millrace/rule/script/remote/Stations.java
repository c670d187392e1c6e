// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.message.id.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places at which processes serve: one for the scripts of most tenants, one on probation, and one for each tenant whose
 * scripts run apart. A spare process is ready for the shared station.
 *
 * <p>Not thread-safe: its user holds a lock.
 */
final class Stations {

    private final WorkerSettings settings;
    private final Quarantine quarantine;
    private final Station shared = new Station(false);
    private final Station probation = new Station(true);
    private final Map<TenantId, Station> own = new LinkedHashMap<>();
    private @Nullable Worker spare;
    private boolean wanted;

    /** @param quarantine decides whose scripts run apart */
    Stations(WorkerSettings settings, Quarantine quarantine) {
        this.settings = settings;
        this.quarantine = quarantine;
    }

    Station shared() {
        return shared;
    }

    /** Runs jobs again that a process had when it died for an unknown reason. */
    Station probation() {
        return probation;
    }

    /** True if a tenant's scripts run in a process of its own. */
    boolean isApart(TenantId tenant) {
        return quarantine.isolates(tenant) || own.containsKey(tenant);
    }

    /** The station of a tenant whose scripts run apart; null if there can be no further one. */
    @Nullable Station ownOf(TenantId tenant) {
        Station station = own.get(tenant);
        if (station == null && own.size() < settings.ownProcesses()) {
            station = new Station(true);
            own.put(tenant, station);
        }
        return station;
    }

    /** The stations other than the shared one. */
    private Collection<Station> apart() {
        List<Station> stations = new ArrayList<>(List.of(probation));
        stations.addAll(own.values());
        return stations;
    }

    Collection<Station> all() {
        List<Station> stations = new ArrayList<>(List.of(shared));
        stations.addAll(apart());
        return stations;
    }

    /** Asks for a process at the shared station from now on. */
    void wantShared() {
        wanted = true;
    }

    private boolean isSharedVacant() {
        return wanted && shared.worker() == null;
    }

    /** The stations that need a worker and have none; the shared one first. */
    List<Station> wanting() {
        List<Station> without = new ArrayList<>();
        if (isSharedVacant()) {
            without.add(shared);
        }
        for (Station station : apart()) {
            if (!station.jobs().isEmpty() && station.worker() == null) {
                without.add(station);
            }
        }
        return without;
    }

    /** True if a worker is to be started. One starts at a time, so that the next is ready soon. */
    boolean wantsWorker() {
        return wantsSpare() || !wanting().isEmpty();
    }

    /** Gives a worker that starts to the station that needs it most, unless it is to be the spare. */
    void assign(Worker worker) {
        List<Station> without = wanting();
        if (isSharedVacant() || (!wantsSpare() && !without.isEmpty())) {
            without.getFirst().take(worker);
        }
    }

    /** The spare comes before the stations of single tenants: without it, a kill stops the scripts of all. */
    private boolean wantsSpare() {
        Worker first = shared.worker();
        return settings.spare() && spare == null && first != null && first.isReady();
    }

    /** Takes a worker that has no station as spare; false if none is needed. */
    boolean keepAsSpare(Worker worker) {
        if (spare != null || !settings.spare()) {
            return false;
        }
        spare = worker;
        replace();
        return true;
    }

    /** Forgets a worker that is dead. */
    void lose(Worker worker) {
        Station station = worker.station();
        if (station != null) {
            station.release();
        } else if (worker.equals(spare)) {
            spare = null;
        }
    }

    /** Gives the spare to the shared station, which it is kept for, if that has no worker. */
    void replace() {
        Worker ready = spare;
        if (ready != null && isSharedVacant()) {
            spare = null;
            shared.take(ready);
        }
    }

    /** Releases the workers that are not needed any more: on probation, and of tenants that may share again. */
    List<Worker> release(long now) {
        quarantine.forget(now);
        List<Worker> free = new ArrayList<>();
        if (probation.isIdle()) {
            release(probation, free);
        }
        own.entrySet()
                .removeIf(each -> {
                    boolean over = !quarantine.isolates(each.getKey()) && each.getValue().isIdle();
                    if (over) {
                        release(each.getValue(), free);
                    }
                    return over;
                });
        return free;
    }

    private static void release(Station station, List<Worker> free) {
        Worker worker = station.worker();
        if (worker != null) {
            station.release();
            free.add(worker);
        }
    }

    /** True if no station has jobs, or a worker that will be released. */
    boolean isQuiet() {
        return own.isEmpty()
                && probation.worker() == null
                && shared.isIdle()
                && wanting().isEmpty();
    }

    /** Number of tenants with a process of their own. */
    int ownProcesses() {
        return own.size();
    }
}
