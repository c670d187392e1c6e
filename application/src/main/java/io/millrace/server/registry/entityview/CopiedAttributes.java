// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.StoreException;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.AwaitedWrite;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The attributes that views have as copies of those of their devices and assets. Calls block until they are on disk. */
final class CopiedAttributes {

    private final AttributeReader reader;
    private final AttributeStore store;

    CopiedAttributes(AttributeReader reader, AttributeStore store) {
        this.reader = reader;
        this.store = store;
    }

    /** Copies the attributes that a view names and that were updated within its time; they keep that time. */
    void copy(EntityView view) {
        view.keys().byScope().forEach((scope, keys) -> copy(view, scope, keys));
    }

    private void copy(EntityView view, AttributeScope scope, Set<String> keys) {
        Map<Long, List<KeyValue>> byTime =
                read(view, scope, keys).stream()
                        .filter(attribute -> view.window().contains(attribute.updatedAt()))
                        .collect(
                                groupingBy(
                                        Attribute::updatedAt,
                                        mapping(Attribute::keyValue, toList())));
        byTime.forEach((time, values) ->
                AwaitedWrite.await(
                        store.save(view.tenantId(), view.entityId(), scope, values, time)));
    }

    private List<Attribute> read(EntityView view, AttributeScope scope, Set<String> keys) {
        try {
            return reader.attributes(view.tenantId(), view.source(), EnumSet.of(scope), keys)
                    .getOrDefault(scope, List.of());
        } catch (StoreException tooLarge) {
            throw ApiException.badRequest("keys: " + tooLarge.getMessage());
        }
    }

    /** Deletes all attributes that a view names. */
    void delete(EntityView view) {
        view.keys()
                .byScope()
                .forEach((scope, keys) ->
                        AwaitedWrite.await(
                                store.delete(view.tenantId(), view.entityId(), scope, keys, null)));
    }
}
