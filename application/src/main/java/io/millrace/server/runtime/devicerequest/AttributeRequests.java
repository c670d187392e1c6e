// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicerequest;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.RefusedRequestException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads client and shared attributes for their device. Requests that name keys use the reads of the rule nodes, which are
 * grouped and remembered for a second. Thread-safe; no call blocks.
 */
@Component
public final class AttributeRequests {

    /** The longest answer, in characters of keys and texts. */
    static final int MOST_CHARACTERS = 1 << 20;

    private static final Set<AttributeScope> SCOPES =
            EnumSet.of(AttributeScope.CLIENT_SCOPE, AttributeScope.SHARED_SCOPE);

    /** Characters of a number or a truth value, and of the punctuation of an entry. */
    private static final long CHARACTERS_PER_VALUE = 24;

    private final AttributeStore attributes;
    private final AttributeReader reader;
    private final DatabaseLookups lookups;

    AttributeRequests(AttributeStore attributes, AttributeReader reader, DatabaseLookups lookups) {
        this.attributes = attributes;
        this.reader = reader;
        this.lookups = lookups;
    }

    /**
     * Reads the attributes that a device asks for; those that do not exist are missing in the answer.
     *
     * @return fails with {@link RefusedRequestException} if the answer would be too long, with another exception if the
     *     attributes cannot be read now
     */
    public CompletionStage<AttributeValues> read(
            AuthenticatedDevice device, AttributeRequest request) {
        CompletionStage<AttributeValues> read =
                request.asksForAll()
                        ? all(device)
                        : values(device, AttributeScope.CLIENT_SCOPE, request.clientKeys())
                                .thenCombine(
                                        values(
                                                device,
                                                AttributeScope.SHARED_SCOPE,
                                                request.sharedKeys()),
                                        AttributeValues::new);
        return read.handle(AttributeRequests::answer);
    }

    private static AttributeValues answer(
            @Nullable AttributeValues values, @Nullable Throwable failure) {
        if (values == null) {
            Throwable cause = failure instanceof CompletionException e ? e.getCause() : failure;
            if (cause instanceof StoreException tooLarge) {
                throw tooLong(String.valueOf(tooLarge.getMessage()));
            }
            throw new CompletionException(cause);
        }
        long characters = characters(values.client()) + characters(values.shared());
        if (characters > MOST_CHARACTERS) {
            throw tooLong(
                    "the attributes have about %d characters; at most %d are sent"
                            .formatted(characters, MOST_CHARACTERS));
        }
        return values;
    }

    private static CompletionException tooLong(String reason) {
        return new CompletionException(
                new RefusedRequestException(reason + "; request fewer keys"));
    }

    private CompletionStage<AttributeValues> all(AuthenticatedDevice device) {
        TenantId tenant = device.tenant();
        return lookups.run(
                        tenant,
                        () -> reader.attributes(tenant, device.device().entity(), SCOPES, Set.of()))
                .thenApply(AttributeRequests::values);
    }

    private static AttributeValues values(Map<AttributeScope, List<Attribute>> found) {
        return new AttributeValues(
                keyValues(found.getOrDefault(AttributeScope.CLIENT_SCOPE, List.of())),
                keyValues(found.getOrDefault(AttributeScope.SHARED_SCOPE, List.of())));
    }

    private CompletionStage<List<KeyValue>> values(
            AuthenticatedDevice device, AttributeScope scope, @Nullable List<String> keys) {
        return keys == null || keys.isEmpty()
                ? CompletableFuture.completedStage(List.of())
                : attributes
                        .find(device.tenant(), device.device().entity(), scope, keys)
                        .thenApply(AttributeRequests::keyValues);
    }

    private static List<KeyValue> keyValues(List<Attribute> attributes) {
        return attributes.stream().map(Attribute::keyValue).toList();
    }

    private static long characters(List<KeyValue> values) {
        return values.stream().mapToLong(AttributeRequests::characters).sum();
    }

    private static long characters(KeyValue each) {
        int value =
                switch (each.value()) {
                    case StringValue(String text) -> text.length();
                    case JsonValue(String text) -> text.length();
                    default -> 0;
                };
        return CHARACTERS_PER_VALUE + each.key().length() + value;
    }
}
