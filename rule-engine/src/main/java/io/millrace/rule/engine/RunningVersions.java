// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.ChainVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a tenant's chains that were started, until they are retired and no message is in them. What concerns
 * one chain takes a time that does not depend on the number of chains. Used by the tenant's actor only.
 */
final class RunningVersions {

    private final Map<RuleChainId, List<Running>> byChain = new HashMap<>();

    /** A version that was started; the handle is set once it takes messages. */
    static final class Running {

        private final ChainVersion version;
        private @Nullable ChainHandle handle;
        private boolean retired;

        /** Number of messages that had entered at the latest look. */
        private long entered;

        private Running(ChainVersion version) {
            this.version = version;
        }

        ChainVersion version() {
            return version;
        }

        RuleChainId chain() {
            return version.chain();
        }

        /** Returns the handle; null until the version takes messages. */
        @Nullable ChainHandle handle() {
            return handle;
        }

        /** Notes that the version takes messages. */
        void takesMessages(ChainHandle by) {
            handle = by;
        }

        /** Retires the version if it takes messages; one that has not started yet is not retired. */
        void retire() {
            if (handle != null && !retired) {
                retired = true;
                handle.retire();
            }
        }

        private boolean isUnused() {
            return retired && handle != null && handle.isUnused();
        }

        /** True if no message has entered since the last call. */
        private boolean isIdle() {
            if (handle == null) {
                return false;
            }
            long before = entered;
            entered = handle.entered();
            return entered == before;
        }
    }

    /** Adds a version that starts now. */
    Running add(ChainVersion version) {
        Running started = new Running(version);
        byChain.computeIfAbsent(version.chain(), _ -> new ArrayList<>()).add(started);
        return started;
    }

    /** Returns a version that is not retired. */
    Optional<Running> find(ChainVersion version) {
        return of(version.chain()).stream()
                .filter(each -> each.version.version() == version.version())
                .findFirst();
    }

    /** Returns the versions of a chain that are not retired. */
    List<Running> of(RuleChainId chain) {
        return byChain.getOrDefault(chain, List.of()).stream()
                .filter(each -> !each.retired)
                .toList();
    }

    /** Returns the other versions of the chain in which messages may be. */
    List<ChainHandle> others(ChainHandle handle) {
        return byChain.getOrDefault(handle.id(), List.of()).stream()
                .filter(each -> !each.isUnused())
                .map(Running::handle)
                .filter(Objects::nonNull)
                .filter(other -> other != handle)
                .toList();
    }

    /** Returns the versions that no message has entered since the last call. */
    Set<Running> idle() {
        return byChain.values().stream()
                .flatMap(Collection::stream)
                .filter(Running::isIdle)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the chains of which there are versions. */
    List<RuleChainId> chains() {
        return List.copyOf(byChain.keySet());
    }

    /** Forgets the retired versions of a chain that no message will hold again. */
    void forgetUnused(RuleChainId chain) {
        byChain.computeIfPresent(
                chain,
                (_, versions) -> {
                    versions.removeIf(Running::isUnused);
                    return versions.isEmpty() ? null : versions;
                });
    }

    boolean isEmpty() {
        return byChain.isEmpty();
    }
}
