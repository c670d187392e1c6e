// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The gates of all chains: each is created by the first message for its chain. Safe for use by many threads. */
final class ChainGates {

    /** Number of branches that may wait at a gate. It exceeds the number of deliveries that a queue lets run. */
    private static final int MAX_AT_GATE = 65_536;

    private final ConcurrentMap<ChainGate.Key, ChainGate> gates = new ConcurrentHashMap<>();
    private final Consumer<ChainGate> created;
    private final BiConsumer<Branch, String> refuse;

    /**
     * @param created receives each gate when it is created, to open or close it
     * @param refuse ends a branch that can never enter, with the reason; it must not end it before it returns
     */
    ChainGates(Consumer<ChainGate> created, BiConsumer<Branch, String> refuse) {
        this.created = created;
        this.refuse = refuse;
    }

    /** Leads a branch into a chain, at once or when it may enter. */
    void enter(ChainGate.Key key, Branch branch) {
        ChainGate gate = gate(key);
        while (!gate.enter(branch)) {
            gates.remove(key, gate);
            gate = gate(key);
        }
    }

    private ChainGate gate(ChainGate.Key key) {
        ChainGate known = gates.get(key);
        return known != null ? known : gates.computeIfAbsent(key, this::newGate);
    }

    private ChainGate newGate(ChainGate.Key key) {
        ChainGate gate = new ChainGate(key, MAX_AT_GATE, refuse);
        created.accept(gate);
        return gate;
    }

    /** Removes a gate; returns false if branches need it. */
    boolean remove(ChainGate gate) {
        boolean isRemoved = gate.remove();
        if (isRemoved) {
            gates.remove(gate.key(), gate);
        }
        return isRemoved;
    }

    /** Returns the version of a chain that takes messages, if there is one. */
    Optional<ChainHandle> find(TenantId tenant, RuleChainId chain) {
        return Stream.of(new ChainGate.Key(tenant, chain), new ChainGate.Key(tenant, null))
                .map(gates::get)
                .filter(Objects::nonNull)
                .map(ChainGate::current)
                .filter(Objects::nonNull)
                .filter(handle -> handle.id().equals(chain))
                .findFirst();
    }

    /** Number of versions to which gates lead. */
    int loadedChains() {
        return (int)
                gates.values().stream()
                        .map(ChainGate::current)
                        .filter(Objects::nonNull)
                        .distinct()
                        .count();
    }

    /** Number of gates. */
    int size() {
        return gates.size();
    }
}
