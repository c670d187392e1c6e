// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Creates {@link QueryParameters}.
 *
 * <p>Spring binds such records too, but reads the annotations of their constructor from the class file at each request,
 * which costs more than all else that a short read does. Here a type is examined once.
 */
final class QueryParametersResolver implements HandlerMethodArgumentResolver {

    private static final ConversionService CONVERSION =
            DefaultConversionService.getSharedInstance();
    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);
    private static final TypeDescriptor TEXTS = TypeDescriptor.valueOf(String[].class);

    private static final ClassValue<Shape> SHAPES =
            new ClassValue<>() {
                @Override
                protected Shape computeValue(Class<?> type) {
                    return Shape.of(type);
                }
            };

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return QueryParameters.class.isAssignableFrom(parameter.getParameterType());
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return SHAPES.get(parameter.getParameterType()).read(request);
    }

    /** A record type: its constructor, and its components in the order of the constructor. */
    private record Shape(Constructor<?> constructor, List<Component> components) {

        static Shape of(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return new Shape(constructor, Stream.of(components).map(Component::of).toList());
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(type + " has no canonical constructor", e);
            }
        }

        /** @throws ApiException (400) if values do not have the type of their component; names all of them */
        Object read(NativeWebRequest request) {
            @Nullable Object[] values = new Object[components.size()];
            List<String> errors = new ArrayList<>();
            for (int i = 0; i < values.length; i++) {
                Component component = components.get(i);
                String @Nullable [] texts = request.getParameterValues(component.name());
                if (texts == null) {
                    continue;
                }
                try {
                    values[i] = component.convert(texts);
                } catch (ConversionFailedException _) {
                    errors.add(component.error(texts));
                }
            }
            if (!errors.isEmpty()) {
                throw ApiException.badRequest(String.join("; ", errors));
            }
            return create(values);
        }

        private Object create(@Nullable Object[] values) {
            try {
                return constructor.newInstance(values);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(constructor + " failed", e);
            }
        }
    }

    private record Component(String name, TypeDescriptor type) {

        static Component of(RecordComponent component) {
            MethodParameter getter = new MethodParameter(component.getAccessor(), -1);
            return new Component(component.getName(), new TypeDescriptor(getter));
        }

        /** A list is given as repeated parameter, or as one with commas. */
        @Nullable Object convert(String[] texts) {
            return texts.length == 1
                    ? CONVERSION.convert(texts[0], TEXT, type)
                    : CONVERSION.convert(texts, TEXTS, type);
        }

        String error(String[] texts) {
            TypeDescriptor element = type.getElementTypeDescriptor();
            Class<?> expected = element == null ? type.getType() : element.getType();
            return ParameterErrors.mismatch(name, expected, String.join(",", texts));
        }
    }
}
