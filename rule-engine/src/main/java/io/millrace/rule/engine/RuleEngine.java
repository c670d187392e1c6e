// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.system.ActorSystem;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceStates;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs messages through rule chains. An attempt enters by {@link #process} and is ended exactly once; in between, the
 * actors {@code App → Tenant → RuleChain → RuleNode} process it. Safe for use by many threads.
 */
public final class RuleEngine implements AutoCloseable {

    /** Number of counters from which attempts get their place in their originator's order. */
    private static final int SEQUENCES = 64;

    /** Counters that are so far apart lie in cache lines of their own. */
    private static final int SPACING = 8;

    private final AtomicLongArray sequences = new AtomicLongArray(SEQUENCES * SPACING);
    private final EngineSettings settings;
    private final ActorSystem actors;
    private final Dispatcher blocking;
    private final ActorRef<AppCommand> app;
    private final ChainGates gates;
    private final Clock clock;
    private final ContentRoom contents = ContentRoom.forHeap(Runtime.getRuntime().maxMemory());

    /** Creates an engine that takes messages at once. */
    public RuleEngine(EngineSettings settings, ActorSystem actors, EnginePorts ports, Clock clock) {
        this(settings, actors, ports, clock, NodeListener.NONE);
    }

    /** Creates an engine that takes messages at once and notifies a listener of events of its nodes. */
    public RuleEngine(
            EngineSettings settings,
            ActorSystem actors,
            EnginePorts ports,
            Clock clock,
            NodeListener listener) {
        this(settings, actors, ports, clock, listener, null, System::nanoTime);
    }

    /** Creates an engine that takes messages at once and notifies a listener of every visit to a node. */
    public RuleEngine(
            EngineSettings settings,
            ActorSystem actors,
            EnginePorts ports,
            Clock clock,
            VisitListener visits) {
        this(settings, actors, ports, clock, NodeListener.NONE, visits, System::nanoTime);
    }

    RuleEngine(
            EngineSettings settings,
            ActorSystem actors,
            EnginePorts ports,
            Clock clock,
            NodeListener listener,
            @Nullable VisitListener visits,
            LongSupplier ticker) {
        this.settings = settings;
        this.actors = actors;
        this.blocking = Dispatchers.virtualThreads("rule-engine-blocking");
        this.clock = clock;
        EngineParts parts =
                new EngineParts(
                        settings,
                        ports.chains(),
                        ports.nodes(),
                        ports.attributes(),
                        ports.intake(),
                        ports.activeDevices(),
                        blocking::execute,
                        clock,
                        ticker,
                        listener,
                        visits);
        this.gates = new ChainGates(this::resolve, this::refuse);
        this.app =
                actors.spawn(
                        Props.of(() ->
                                new AppActor((tenant, idle) ->
                                        new TenantActor(tenant, parts, gates, idle))),
                        "app");
    }

    /**
     * Starts an attempt: sends it into the chain that its message names, or into its tenant's root chain. Returns at
     * once. Attempts of one originator that are passed in one after the other enter the chain in that order.
     */
    public void process(Attempt attempt) {
        RuleMessage message = attempt.message();
        MessageTree tree =
                new MessageTree(
                        attempt,
                        settings.maxNodesPerMessage(),
                        nextInSequence(message.originator()),
                        contents);
        attempt.track(tree);
        EntryPoint entry = message.entry();
        gates.enter(
                new ChainGate.Key(message.tenant(), entry == null ? null : entry.chain()),
                Branch.root(tree));
    }

    /**
     * Returns the number of visits to nodes whose contents were not kept in the path, because the paths of attempts under
     * way held too much.
     */
    public long contentsNotKept() {
        return contents.refusals();
    }

    private long nextInSequence(EntityId originator) {
        int hash = originator.id().hashCode();
        return sequences.incrementAndGet(SPACING * Math.floorMod(hash ^ (hash >>> 16), SEQUENCES));
    }

    /**
     * Notifies the engine that a tenant's chains have changed: one was saved, deleted or made root. New messages enter
     * the new versions as soon as their nodes have started and their originator's earlier messages have left the old
     * versions; messages under way finish on theirs.
     */
    public void chainsChanged(TenantId tenant) {
        app.tell(new AppCommand.ToTenant(tenant, new TenantCommand.ChainsChanged()));
    }

    /**
     * Returns a future that completes when all earlier notifications about a tenant's chains have taken effect, so that
     * new messages enter the new versions. This takes as long as chains wait for their nodes to start, or as chains
     * cannot be read. After {@link #close} it may never complete; a caller that stops waiting cancels it. Dependent
     * actions must not block.
     */
    public CompletableFuture<Void> whenChainsSettled(TenantId tenant) {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        app.tell(new AppCommand.ToTenant(tenant, new TenantCommand.WhenSettled(settled)));
        return settled;
    }

    /** Returns the state of a chain in this process; empty while it is not loaded: no message has entered it here for long. */
    public Optional<ChainState> stateOf(TenantId tenant, RuleChainId chain) {
        return gates.find(tenant, chain).map(ChainHandle::state);
    }

    /**
     * Begins to count the visits to the nodes of a chain in this process, unless they are counted already, and returns
     * the counts so far. It costs some nanoseconds for each visit until {@link #unwatch}. A new version of the chain
     * must be watched anew; so the caller repeats the call at every reading.
     *
     * @return empty while the chain is not loaded
     */
    public Optional<ChainCounts> watch(TenantId tenant, RuleChainId chain) {
        return gates.find(tenant, chain).map(ChainHandle::beginWatch);
    }

    /** Ends the counting of the visits to the nodes of a chain. */
    public void unwatch(TenantId tenant, RuleChainId chain) {
        gates.find(tenant, chain).ifPresent(ChainHandle::endWatch);
    }

    /** Number of chains that are loaded. */
    public int loadedChains() {
        return gates.loadedChains();
    }

    /** Number of gates, also of chains that are not loaded yet, or do not exist. */
    int gates() {
        return gates.size();
    }

    /** Notes that a session of a device began. Calls for one device are processed in order. */
    public void sessionOpened(ConnectedDevice device, UUID session) {
        tell(new DeviceCommand.SessionOpened(device, session, clock.millis()));
    }

    /** Notes that a session of a device ended. */
    public void sessionClosed(ConnectedDevice device, UUID session) {
        tell(new DeviceCommand.SessionClosed(device, session, clock.millis()));
    }

    /**
     * Notes that a session of a device is about to end because the device has connected to another instance. No event
     * follows, also not when its end is reported: the device stays connected.
     */
    public void sessionMoved(ConnectedDevice device, UUID session) {
        tell(new DeviceCommand.SessionMoved(device, session));
    }

    /**
     * Notes that a session of a device ended because its instance has ended. Call it only if the device has no session on
     * another instance. Does nothing if the device has a session on this instance, or if a disconnect is stored that is
     * later than the session's begin: a repeated call sends no second event.
     *
     * @param connectedAt when the session began, in milliseconds since the epoch
     * @return completes when the disconnect is stored and its event is safe; fails if that is not possible now. After
     *     {@link #close} it may never complete. Dependent actions must not block.
     */
    public CompletableFuture<Void> sessionLost(ConnectedDevice device, long connectedAt) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        tell(new DeviceCommand.SessionLost(device, connectedAt, done));
        return done;
    }

    /**
     * Notes an event of a device that a rule node reports. One that is older than the last of its kind changes nothing.
     *
     * @param at when it happened, in milliseconds since the epoch
     * @return completes when the change is stored and its message is safe, for activity when it is noted; fails if that is
     *     not possible now. After {@link #close} it may never complete. Dependent actions must not block.
     */
    public CompletableFuture<Void> reported(
            ConnectedDevice device, DeviceStates.Event event, long at) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        tell(new DeviceCommand.Reported(device, event, at, done));
        return done;
    }

    /** Notes a device's activity; call it every few seconds at most. */
    public void active(ConnectedDevice device) {
        tell(new DeviceCommand.Active(device, clock.millis()));
    }

    /**
     * Checks a device that is due in the store of active devices: a device that has been silent for its time-out becomes
     * inactive, the due time of another is moved. The check is made on an instance that follows sessions of the device;
     * other instances do nothing, unless the device is {@code abandoned} and its messages run on this instance.
     *
     * @param dueAt the due time that was read, in milliseconds since the epoch
     * @param abandoned true if no instance with a session of the device has made the check in time
     * @return completes when the result is stored, or cannot be, or when there is nothing to do; never fails. After
     *     {@link #close} it may never complete. Dependent actions must not block.
     */
    public CompletableFuture<Void> checkActivity(
            ConnectedDevice device, long dueAt, boolean abandoned) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        DeviceCommand.CheckActivity check = new DeviceCommand.CheckActivity(device, dueAt, done);
        app.tell(
                new AppCommand.ToTenant(
                        device.tenant(), new TenantCommand.CheckDevice(check, abandoned)));
        return done;
    }

    private void tell(DeviceCommand command) {
        app.tell(
                new AppCommand.ToTenant(
                        command.device().tenant(), new TenantCommand.ToDevice(command)));
    }

    private void resolve(ChainGate gate) {
        app.tell(new AppCommand.ToTenant(gate.key().tenant(), new TenantCommand.Resolve(gate)));
    }

    private void refuse(Branch branch, String reason) {
        app.tell(new AppCommand.Refuse(branch, reason));
    }

    /** Stops the engine's actors and closes their nodes. Attempts under way are not ended. */
    @Override
    public void close() {
        actors.stop(app);
        blocking.close();
    }
}
