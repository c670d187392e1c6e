// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The existing queues, and the choice of the queue for a message. A shared {@code Main} always exists. Safe for use by
 * many threads.
 */
public final class QueueRegistry {

    /**
     * @param main the queue of messages that name no queue, or an unknown one
     * @param shared shared queues by name
     * @param own queues of tenants that have queues of their own, by tenant and name
     * @param retired removed queues of which a log may still hold messages
     */
    private record Queues(
            NamedQueue main,
            Map<String, NamedQueue> shared,
            Map<TenantId, Map<String, NamedQueue>> own,
            List<NamedQueue> retired) {

        Queues withRetired(List<NamedQueue> newRetired) {
            return new Queues(main, shared, own, newRetired);
        }

        List<NamedQueue> all() {
            List<NamedQueue> all = new ArrayList<>(shared.values());
            own.values().forEach(queues -> all.addAll(queues.values()));
            return all;
        }
    }

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * Removed queues that are still referenced, by topic. If a queue with the same topic is created again, the same
     * object is used again, and messages that still run through it follow the new definition.
     */
    private final Map<String, WeakReference<NamedQueue>> removed = new HashMap<>();

    private volatile Queues queues;
    private volatile ChainQueues chosen = ChainQueues.NONE;

    /**
     * Creates the queues of the given definitions, and {@link QueueDefinition#MAIN} if they contain no {@code Main}.
     */
    public QueueRegistry(Collection<QueueDefinition> definitions) {
        this(definitions, List.of());
    }

    /**
     * Creates the queues of the given definitions.
     *
     * @param retired removed queues of which a log may still hold messages
     */
    public QueueRegistry(
            Collection<QueueDefinition> definitions, Collection<QueueDefinition> retired) {
        queues = of(definitions, Map.of());
        replace(definitions, retired);
    }

    private static Queues of(
            Collection<QueueDefinition> definitions, Map<QueueKey, NamedQueue> known) {
        Map<String, NamedQueue> shared = new HashMap<>();
        Map<TenantId, Map<String, NamedQueue>> own = new HashMap<>();
        for (QueueDefinition definition : definitions) {
            QueueKey key = definition.key();
            NamedQueue there = known.get(key);
            NamedQueue queue =
                    there != null && there.definition().topic().equals(definition.topic())
                            ? there
                            : new NamedQueue(definition);
            queue.define(definition);
            Map<String, NamedQueue> byName =
                    key.isShared()
                            ? shared
                            : own.computeIfAbsent(key.tenant(), _ -> new HashMap<>());
            byName.put(key.name(), queue);
        }
        QueueDefinition main = QueueDefinition.MAIN;
        return new Queues(
                shared.computeIfAbsent(main.name(), _ -> new NamedQueue(main)),
                shared,
                own,
                List.of());
    }

    /**
     * Returns the queue of a message: the one that it names, or the one that its chain has configured, or Main. If the
     * tenant has queues of its own, only those are searched.
     */
    public NamedQueue of(RuleMessage message) {
        Queues all = queues;
        @Nullable String name = message.queue() == null ? chosen.of(message) : message.queue();
        if (!all.own.isEmpty()) {
            Map<String, NamedQueue> own = all.own.get(message.tenant());
            if (own != null) {
                return byName(own, name, all.main);
            }
        }
        return name == null ? all.main : byName(all.shared, name, all.main);
    }

    private static NamedQueue byName(
            Map<String, NamedQueue> queues, @Nullable String name, NamedQueue last) {
        NamedQueue named = name == null ? null : queues.get(name);
        return named != null ? named : queues.getOrDefault(QueueDefinition.MAIN.name(), last);
    }

    /** True if a tenant's messages can use the queue of this name. */
    public boolean has(TenantId tenant, String name) {
        Queues all = queues;
        return all.own.getOrDefault(tenant, all.shared).containsKey(name);
    }

    /** Sets the queues that chains have configured, for messages that name none. */
    public void choose(ChainQueues newChoices) {
        chosen = newChoices;
    }

    /** Returns the queues that messages of a tenant can go through: its own, or the shared ones if it has none. */
    public List<NamedQueue> of(TenantId tenant) {
        Queues all = queues;
        return List.copyOf(all.own.getOrDefault(tenant, all.shared).values());
    }

    /** Returns all existing queues. */
    public List<NamedQueue> all() {
        return List.copyOf(queues.all());
    }

    /** Returns removed queues of which a log may still hold messages. They accept no new messages. */
    public List<NamedQueue> retired() {
        return queues.retired;
    }

    /** Returns the retired queue whose messages end before those of a queue start, or null if there is none. */
    public @Nullable NamedQueue predecessorOf(NamedQueue queue) {
        String topic = queue.definition().predecessor();
        if (topic == null) {
            return null;
        }
        return retired().stream()
                .filter(each -> each.definition().topic().equals(topic))
                .findAny()
                .orElse(null);
    }

    private Map<QueueKey, NamedQueue> byKey() {
        Map<QueueKey, NamedQueue> byKey = new HashMap<>();
        queues.all().forEach(queue -> byKey.put(queue.key(), queue));
        return byKey;
    }

    /**
     * Replaces all definitions. A queue that existed before continues with its new definition; messages in a removed
     * queue end by the old one.
     */
    public void replace(Collection<QueueDefinition> definitions) {
        replace(definitions, List.of());
    }

    /**
     * Replaces all definitions.
     *
     * @param retired removed queues of which a log may still hold messages
     */
    public void replace(
            Collection<QueueDefinition> definitions, Collection<QueueDefinition> retired) {
        synchronized (this) {
            Map<QueueKey, NamedQueue> before = byKey();
            Queues now = of(definitions, withRemoved(definitions, before));
            before.values().removeAll(now.all());
            before.values().forEach(this::remember);
            // At once, so that no reader finds a topic neither among the queues nor among the
            // retired ones.
            queues = now.withRetired(retired.stream().map(this::retire).toList());
            before.values().forEach(NamedQueue::remove);
        }
        listeners.forEach(Runnable::run);
    }

    private Map<QueueKey, NamedQueue> withRemoved(
            Collection<QueueDefinition> definitions, Map<QueueKey, NamedQueue> there) {
        Map<QueueKey, NamedQueue> known = new HashMap<>(there);
        removed.values().removeIf(reference -> reference.get() == null);
        for (QueueDefinition definition : definitions) {
            WeakReference<NamedQueue> reference = removed.remove(definition.topic());
            NamedQueue queue = reference == null ? null : reference.get();
            if (queue != null) {
                known.put(definition.key(), queue);
            }
        }
        return known;
    }

    private NamedQueue retire(QueueDefinition definition) {
        WeakReference<NamedQueue> reference = removed.get(definition.topic());
        NamedQueue known = reference == null ? null : reference.get();
        NamedQueue queue = known == null ? new NamedQueue(definition) : known;
        queue.retire(definition);
        remember(queue);
        return queue;
    }

    private void remember(NamedQueue queue) {
        removed.put(queue.definition().topic(), new WeakReference<>(queue));
    }

    /** Adds a listener that is called after each {@link #replace}. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
