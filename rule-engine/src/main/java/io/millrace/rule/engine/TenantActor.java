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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which versions of a tenant's chains run, and to which of them the gates lead. Messages do not pass through
 * this actor; they wait at a gate until it is open. When chains change, every gate is resolved again: a new version
 * starts beside the old one, takes over its gates when it is ready, and then the old one is retired. A gate that opens
 * learns which versions of its chain may still have messages. A version that no message has entered for some time is
 * retired in the same way; the next message loads the chain again. This actor is also the parent of the devices' actors.
 */
final class TenantActor implements Actor<TenantCommand> {

    private static final Logger log = LoggerFactory.getLogger(TenantActor.class);
    private static final Duration STORE_RETRY = Duration.ofSeconds(1);

    private final TenantId tenant;
    private final EngineParts parts;
    private final ChainGates gates;
    private final LongConsumer idle;
    private final TenantDevices devices;

    /** Number of the latest resolution of each gate, so that an older result does not overwrite a newer one. */
    private final Map<ChainGate, Integer> resolutions = new HashMap<>();

    /** The gates whose version is being looked up. */
    private final Set<ChainGate> unresolved = new HashSet<>();

    /** Futures that complete when all gates lead to the current versions. */
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

    /** The version that each gate leads to, or will lead to once it is ready. */
    private final Map<ChainGate, Running> targets = new HashMap<>();

    /** Every version that was started and not retired. */
    private final List<Running> running = new ArrayList<>();

    /** Versions that are retired, while messages may still be in them. */
    private final List<ChainHandle> former = new ArrayList<>();

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

    /** A version that was started; the handle is set once it takes messages. */
    private static final class Running {
        final ChainVersion version;
        @Nullable ChainHandle handle;

        /** Number of messages that had entered at the latest look. */
        long entered;

        Running(ChainVersion version) {
            this.version = version;
        }

        boolean is(ChainVersion other) {
            return version.chain().equals(other.chain()) && version.version() == other.version();
        }

        /** True if no message has entered since the last call. */
        boolean isIdle() {
            if (handle == null) {
                return false;
            }
            long before = entered;
            entered = handle.entered();
            return entered == before;
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
            case TenantCommand.Resolve(ChainGate gate) -> resolve(gate, context);
            case TenantCommand.ResolveAgain(ChainGate gate) -> resolve(gate, context);
            case TenantCommand.ChainsChanged() ->
                    List.copyOf(resolutions.keySet()).forEach(gate -> resolve(gate, context));
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

    private void resolve(ChainGate gate, ActorContext<TenantCommand> context) {
        int resolution = resolutions.merge(gate, 1, Integer::sum);
        unresolved.add(gate);
        context.reenter(
                CompletableFuture.supplyAsync(() -> load(gate.key()), parts.blocking()),
                (version, error) -> {
                    if (resolutions.getOrDefault(gate, 0) != resolution) {
                        return;
                    }
                    if (version == null) {
                        log.warn(
                                "Cannot load rule chain {} of tenant {}; retrying",
                                gate.key(),
                                tenant,
                                error);
                        gate.dropOver();
                        context.schedule(STORE_RETRY, new TenantCommand.ResolveAgain(gate));
                        return;
                    }
                    unresolved.remove(gate);
                    version.ifPresentOrElse(found -> lead(gate, found, context), () -> shut(gate));
                    tellIfSettled();
                });
    }

    private Optional<ChainVersion> load(ChainGate.Key key) {
        RuleChainId chain = key.chain();
        return chain == null ? parts.chains().root(tenant) : parts.chains().find(tenant, chain);
    }

    private void lead(ChainGate gate, ChainVersion version, ActorContext<TenantCommand> context) {
        Running target =
                running.stream()
                        .filter(candidate -> candidate.is(version))
                        .findFirst()
                        .orElseGet(() -> start(version, context));
        targets.put(gate, target);
        ChainHandle handle = target.handle;
        if (handle != null) {
            open(gate, handle);
        }
        retireUnused();
    }

    private void open(ChainGate gate, ChainHandle handle) {
        former.removeIf(ChainHandle::isUnused);
        List<ChainHandle> earlier = new ArrayList<>(former);
        running.stream().map(each -> each.handle).filter(Objects::nonNull).forEach(earlier::add);
        earlier.removeIf(other -> other == handle || !other.id().equals(handle.id()));
        gate.open(handle, earlier);
    }

    private Running start(ChainVersion version, ActorContext<TenantCommand> context) {
        Running started = new Running(version);
        running.add(started);
        ActorRef<TenantCommand> self = context.self();
        context.spawn(
                Props.of(() ->
                        new RuleChainActor(
                                version,
                                parts,
                                gates,
                                handle -> self.tell(new TenantCommand.ChainReady(handle)))));
        return started;
    }

    private void ready(ChainHandle handle) {
        for (Running started : running) {
            if (started.is(handle.version()) && started.handle == null) {
                started.handle = handle;
                targets.forEach((gate, target) -> {
                    if (target == started) {
                        open(gate, handle);
                    }
                });
            }
        }
        retireUnused();
        tellIfSettled();
    }

    private void shut(ChainGate gate) {
        targets.remove(gate);
        gate.close(
                gate.key().chain() == null
                        ? "the tenant has no root rule chain"
                        : "the tenant has no " + gate.key());
        retireUnused();
    }

    private void tellIfSettled() {
        if (unresolved.isEmpty()
                && targets.values().stream().allMatch(target -> target.handle != null)) {
            waiting.forEach(each -> each.complete(null));
            waiting.clear();
        }
    }

    /** Retires the versions that no gate leads to, now or soon. One pass: a tenant may have thousands of chains. */
    private void retireUnused() {
        Set<Running> wanted = new HashSet<>(targets.values());
        Set<ChainHandle> open = new HashSet<>();
        for (ChainGate gate : targets.keySet()) {
            ChainHandle current = gate.current();
            if (current != null) {
                open.add(current);
            }
        }
        for (Running started : List.copyOf(running)) {
            ChainHandle handle = started.handle;
            if (handle != null && !wanted.contains(started) && !open.contains(handle)) {
                running.remove(started);
                handle.retire();
                former.add(handle);
            }
        }
    }

    /** Retires the versions that are idle, and removes the gates that lead to them or nowhere. */
    private void unload() {
        Set<Running> idleOnes = Set.copyOf(running.stream().filter(Running::isIdle).toList());
        for (ChainGate gate : List.copyOf(resolutions.keySet())) {
            Running target = targets.get(gate);
            boolean needed =
                    unresolved.contains(gate) || (target != null && !idleOnes.contains(target));
            if (!needed && gates.remove(gate)) {
                resolutions.remove(gate);
                targets.remove(gate);
            }
        }
        retireUnused();
        former.removeIf(ChainHandle::isUnused);
        if (resolutions.isEmpty() && running.isEmpty() && former.isEmpty() && devices.isEmpty()) {
            idle.accept(processed);
        }
    }
}
