// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.RunningVersions.Running;
import io.millrace.rule.store.CurrentVersions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which versions of a tenant's chains run, and to which of them the gates entrance. Messages do not pass through
 * this actor; they wait at a gate until it is open. When chains change, the gates that do not lead to the current version
 * are resolved again: a new version starts beside the old one, takes over its gates when it is ready, and then the old
 * one is retired. A gate that opens learns which versions of its chain may still have messages. A version that no
 * message has entered for some time is retired in the same way; the next message loads the chain again. This actor is
 * also the parent of the devices' actors.
 */
final class TenantActor implements Actor<TenantCommand> {

    private static final Logger log = LoggerFactory.getLogger(TenantActor.class);
    private static final Duration STORE_RETRY = Duration.ofSeconds(1);

    private final TenantId tenant;
    private final EngineParts parts;
    private final ChainGates gates;
    private final LongConsumer idle;
    private final TenantDevices devices;

    /** The gates, each with the version to which it leads. */
    private final Map<ChainGate.Key, Entrance> entrances = new HashMap<>();

    /** Those whose version is looked up, or does not take messages yet. */
    private final Set<Entrance> unsettled = new HashSet<>();

    /** Futures that complete when all gates lead to the current versions. */
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

    private final RunningVersions running = new RunningVersions();

    private Check check = Check.NONE;

    /** Number of forwarded commands that were processed. */
    private long processed;

    /** @param idle called with the number of forwarded commands when there is nothing left to do */
    TenantActor(TenantId tenant, EngineParts parts, ChainGates gates, LongConsumer idle) {
        this.tenant = tenant;
        this.parts = parts;
        this.gates = gates;
        this.idle = idle;
        this.devices = new TenantDevices(parts);
    }

    /** Whether the store is asked which chains have changed. */
    private enum Check {
        NONE,
        RUNS,

        /** Chains have changed again since it began, so another one follows. */
        RUNS_BEFORE_ANOTHER
    }

    /** A gate, and the version to which it leads. */
    private static final class Entrance {

        final ChainGate gate;

        /** The version that the gate leads to, or will lead to once it takes messages. */
        @Nullable Running target;

        /** Number of the latest look-up, so that the result of an older one does not overwrite that of a newer one. */
        int lookup;

        /** True while its version is looked up. */
        boolean resolving;

        Entrance(ChainGate gate) {
            this.gate = gate;
        }

        /** True if the latest look-up has an answer, and the version that it found takes messages. */
        boolean isSettled() {
            return !resolving && (target == null || target.handle() != null);
        }

        boolean leadsTo(Running version) {
            ChainHandle handle = version.handle();
            return target == version || (handle != null && gate.current() == handle);
        }

        /** True if the target is the current version, or there is neither. */
        boolean isCurrent(CurrentVersions current) {
            RuleChainId own = gate.key().chain();
            RuleChainId chain = own == null ? current.root() : own;
            Long number = chain == null ? null : current.numbers().get(chain);
            if (target == null || number == null) {
                return target == null && number == null;
            }
            return target.chain().equals(chain) && target.version().version() == number;
        }
    }

    @Override
    public void started(ActorContext<TenantCommand> context) {
        Duration interval = parts.settings().unloadAfter();
        context.scheduleAtFixedRate(interval, interval, new TenantCommand.Unload());
    }

    @Override
    public void receive(TenantCommand command, ActorContext<TenantCommand> context) {
        if (command instanceof TenantCommand.Forwarded) {
            processed++;
        }
        switch (command) {
            case TenantCommand.Resolve(ChainGate gate) ->
                    resolve(
                            entrances.computeIfAbsent(gate.key(), _ -> new Entrance(gate)),
                            context);
            case TenantCommand.ResolveAgain(ChainGate.Key gate) -> resolveAgain(gate, context);
            case TenantCommand.ChainsChanged() -> chainsChanged(context);
            case TenantCommand.CheckAgain() -> check(context);
            case TenantCommand.ChainReady(ChainHandle handle) -> ready(handle);
            case TenantCommand.WhenSettled(CompletableFuture<Void> settled) -> {
                waiting.removeIf(CompletableFuture::isDone);
                waiting.add(settled);
                tellIfSettled();
            }
            case TenantCommand.ToDevice(DeviceCommand forDevice) ->
                    devices.tell(forDevice, context);
            case TenantCommand.CheckDevice(DeviceCommand.CheckActivity check, boolean abandoned) ->
                    devices.check(check, abandoned, context);
            case TenantCommand.DeviceIdle(DeviceId device, long processed) ->
                    devices.idle(device, processed, context);
            case TenantCommand.Unload() -> unload();
        }
    }

    private void chainsChanged(ActorContext<TenantCommand> context) {
        if (check == Check.NONE) {
            check(context);
        } else {
            check = Check.RUNS_BEFORE_ANOTHER;
        }
    }

    /** Asks for the current versions of the chains to which gates lead, and resolves the gates of those that changed. */
    private void check(ActorContext<TenantCommand> context) {
        check = Check.RUNS;
        List<RuleChainId> chains =
                entrances.keySet().stream()
                        .map(ChainGate.Key::chain)
                        .filter(Objects::nonNull)
                        .toList();
        context.reenter(
                CompletableFuture.supplyAsync(
                        () -> parts.chains().currentVersions(tenant, chains), parts.blocking()),
                (current, error) -> {
                    if (current == null) {
                        log.warn(
                                "Cannot read which rule chains of tenant {} have changed; retrying",
                                tenant,
                                error);
                        context.schedule(STORE_RETRY, new TenantCommand.CheckAgain());
                        return;
                    }
                    boolean again = check == Check.RUNS_BEFORE_ANOTHER;
                    check = Check.NONE;
                    for (Entrance entrance : entrances.values()) {
                        if (unsettled.contains(entrance) || !entrance.isCurrent(current)) {
                            resolve(entrance, context);
                        }
                    }
                    if (again) {
                        check(context);
                    }
                    tellIfSettled();
                });
    }

    private void resolveAgain(ChainGate.Key gate, ActorContext<TenantCommand> context) {
        Entrance entrance = entrances.get(gate);
        if (entrance != null) {
            resolve(entrance, context);
        }
    }

    private void resolve(Entrance entrance, ActorContext<TenantCommand> context) {
        ChainGate.Key key = entrance.gate.key();
        int lookup = ++entrance.lookup;
        entrance.resolving = true;
        unsettled.add(entrance);
        context.reenter(
                CompletableFuture.supplyAsync(() -> load(key), parts.blocking()),
                (version, error) -> {
                    if (entrance.lookup != lookup) {
                        return;
                    }
                    if (version == null) {
                        log.warn("Cannot load {} of tenant {}; retrying", key, tenant, error);
                        entrance.gate.dropOver();
                        context.schedule(STORE_RETRY, new TenantCommand.ResolveAgain(key));
                        return;
                    }
                    entrance.resolving = false;
                    version.ifPresentOrElse(
                            found -> lead(entrance, found, context), () -> shut(entrance));
                    settle(entrance);
                });
    }

    private Optional<ChainVersion> load(ChainGate.Key key) {
        RuleChainId chain = key.chain();
        return chain == null ? parts.chains().root(tenant) : parts.chains().find(tenant, chain);
    }

    private void lead(
            Entrance entrance, ChainVersion version, ActorContext<TenantCommand> context) {
        Running before = entrance.target;
        Running target = running.find(version).orElseGet(() -> start(version, context));
        entrance.target = target;
        ChainHandle handle = target.handle();
        if (handle != null) {
            open(entrance, handle);
        }
        if (before != null) {
            retireUnused(before.chain());
        }
    }

    private void open(Entrance entrance, ChainHandle handle) {
        ChainHandle before = entrance.gate.current();
        entrance.gate.open(handle, running.others(handle));
        if (before != null) {
            retireUnused(before.id());
        }
    }

    private Running start(ChainVersion version, ActorContext<TenantCommand> context) {
        ActorRef<TenantCommand> self = context.self();
        context.spawn(
                Props.of(() ->
                        new RuleChainActor(
                                version,
                                parts,
                                gates,
                                handle -> self.tell(new TenantCommand.ChainReady(handle)))));
        return running.add(version);
    }

    /** Opens the gates of a version that takes messages now; does nothing if it is retired or has done so before. */
    private void ready(ChainHandle handle) {
        Running started = running.find(handle.version()).orElse(null);
        if (started == null || started.handle() != null) {
            return;
        }
        started.takesMessages(handle);
        for (Entrance entrance : entrancesOf(handle.id())) {
            if (entrance.target == started) {
                open(entrance, handle);
                settle(entrance);
            }
        }
        retireUnused(handle.id());
    }

    private void shut(Entrance entrance) {
        ChainHandle before = entrance.gate.current();
        Running target = entrance.target;
        entrance.target = null;
        ChainGate.Key key = entrance.gate.key();
        entrance.gate.close(
                key.chain() == null
                        ? "the tenant has no root rule chain"
                        : "the tenant has no " + key);
        if (before != null) {
            retireUnused(before.id());
        }
        if (target != null) {
            retireUnused(target.chain());
        }
    }

    private void settle(Entrance entrance) {
        if (entrance.isSettled()) {
            unsettled.remove(entrance);
            tellIfSettled();
        }
    }

    private void tellIfSettled() {
        if (check == Check.NONE && unsettled.isEmpty()) {
            waiting.forEach(each -> each.complete(null));
            waiting.clear();
        }
    }

    /** Returns the gates that may lead into a chain: its own, and that of the root chain. */
    private List<Entrance> entrancesOf(RuleChainId chain) {
        return Stream.of(
                        entrances.get(new ChainGate.Key(tenant, chain)),
                        entrances.get(new ChainGate.Key(tenant, null)))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Retires the versions of a chain that no gate leads to, now or soon. */
    private void retireUnused(RuleChainId chain) {
        List<Entrance> into = entrancesOf(chain);
        for (Running each : running.of(chain)) {
            if (into.stream().noneMatch(entrance -> entrance.leadsTo(each))) {
                each.retire();
            }
        }
        running.forgetUnused(chain);
    }

    /** Retires the versions that are idle, and removes the gates that lead to them or nowhere. */
    private void unload() {
        Set<Running> idleOnes = running.idle();
        entrances
                .values()
                .removeIf(entrance -> {
                    Running target = entrance.target;
                    boolean needed =
                            unsettled.contains(entrance)
                                    || (target != null && !idleOnes.contains(target));
                    return !needed && gates.remove(entrance.gate);
                });
        running.chains().forEach(this::retireUnused);
        if (check == Check.NONE && entrances.isEmpty() && running.isEmpty() && devices.isEmpty()) {
            idle.accept(processed);
        }
    }
}
