// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.id.EntityType;
import io.millrace.server.store.deadletter.DeadLetterFilter;
import io.millrace.server.web.api.ApiException;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Creates a {@link DeadLetterFilter} from a request's query parameters. Blank parameters count as absent. */
final class FilterResolver implements HandlerMethodArgumentResolver {

    private static final long FIRST_MILLI = -62_135_596_800_000L;
    private static final long LAST_MILLI = 253_402_300_799_999L;

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == DeadLetterFilter.class;
    }

    @Override
    public DeadLetterFilter resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return new DeadLetterFilter(
                text(request, "textSearch"),
                text(request, "queueName"),
                value(
                        request,
                        "entityType",
                        "one of " + Arrays.toString(EntityType.values()),
                        EntityType::valueOf),
                id(request, "entityId"),
                text(request, "messageType"),
                id(request, "ruleChainId"),
                id(request, "ruleNodeId"),
                time(request, "startTime"),
                time(request, "endTime"));
    }

    private static @Nullable String text(NativeWebRequest request, String name) {
        String text = request.getParameter(name);
        return text == null || text.isBlank() ? null : text;
    }

    private static @Nullable UUID id(NativeWebRequest request, String name) {
        return value(request, name, "a UUID", UUID::fromString);
    }

    private static @Nullable Long time(NativeWebRequest request, String name) {
        return value(request, name, "milliseconds since the epoch", FilterResolver::millis);
    }

    /** Parses a time; only years of four digits are allowed, because every database supports these. */
    private static Long millis(String text) {
        long millis = Long.parseLong(text);
        if (millis < FIRST_MILLI || millis > LAST_MILLI) {
            throw new IllegalArgumentException(text);
        }
        return millis;
    }

    private static <T> @Nullable T value(
            NativeWebRequest request, String name, String kind, Function<String, T> parse) {
        String text = text(request, name);
        if (text == null) {
            return null;
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest("%s: expected %s, got '%s'".formatted(name, kind, text));
        }
    }
}
