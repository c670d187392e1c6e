// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * A view of a client with only its client-level metrics, without those of topics and partitions. Micrometer binds all
 * metrics of a client, and drops a client-level metric if there is one of the same name for each topic. The topics of
 * isolated tenants would also add hundreds of tags, with about ten meters for each partition.
 */
final class ClientLevel {

    private static final Set<String> FINER = Set.of("topic", "partition");

    private ClientLevel() {}

    /**
     * Creates the view; only its method {@code metrics} is supported.
     *
     * @param type interface of the client
     * @param metrics all metrics of the client
     */
    static <C> C of(Class<C> type, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        Object view =
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, _) -> answer(method, metrics));
        return type.cast(view);
    }

    private static Object answer(
            Method method, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        if (!method.getName().equals("metrics")) {
            throw new UnsupportedOperationException(method.getName());
        }
        Map<MetricName, Metric> some = new HashMap<>(metrics.get());
        some.keySet().removeIf(name -> name.tags().keySet().stream().anyMatch(FINER::contains));
        return some;
    }
}
