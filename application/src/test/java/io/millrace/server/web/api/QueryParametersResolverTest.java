// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.MethodParameter;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

class QueryParametersResolverTest {

    private record Parameters(
            @Nullable String text,
            @Nullable Long number,
            @Nullable Boolean flag,
            @Nullable UUID id,
            @Nullable TimeUnit unit,
            @Nullable List<TimeUnit> units,
            @Nullable List<String> texts)
            implements QueryParameters {}

    private static final Parameters NONE = new Parameters(null, null, null, null, null, null, null);

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    private static void handler(Parameters parameters, String other) {}

    private static MethodParameter parameter(int index) throws NoSuchMethodException {
        return new MethodParameter(
                QueryParametersResolverTest.class.getDeclaredMethod(
                        "handler", Parameters.class, String.class),
                index);
    }

    private Object resolved() throws NoSuchMethodException {
        return new QueryParametersResolver()
                .resolveArgument(parameter(0), null, new ServletWebRequest(request), null);
    }

    @Test
    void onlyQueryParametersAreCreated() throws Exception {
        QueryParametersResolver resolver = new QueryParametersResolver();

        assertThat(resolver.supportsParameter(parameter(0))).isTrue();
        assertThat(resolver.supportsParameter(parameter(1))).isFalse();
    }

    @Test
    void aMissingParameterIsNull() throws Exception {
        assertThat(resolved()).isEqualTo(NONE);
    }

    @Test
    void aParameterWithoutValueIsAnEmptyTextOrListAndOtherwiseNull() throws Exception {
        for (String name : List.of("text", "number", "flag", "id", "unit", "units", "texts")) {
            request.addParameter(name, "");
        }

        assertThat(resolved())
                .isEqualTo(new Parameters("", null, null, null, null, List.of(), List.of()));
    }

    @Test
    void valuesHaveTheTypesOfTheComponents() throws Exception {
        UUID id = UUID.randomUUID();
        request.addParameter("text", "a,b");
        request.addParameter("number", "-7");
        request.addParameter("flag", "true");
        request.addParameter("id", id.toString());
        request.addParameter("unit", "DAYS");

        assertThat(resolved())
                .isEqualTo(new Parameters("a,b", -7L, true, id, TimeUnit.DAYS, null, null));
    }

    @Test
    void aListIsGivenWithCommasOrRepeated() throws Exception {
        request.addParameter("units", "DAYS,HOURS");
        request.addParameter("texts", "a");
        request.addParameter("texts", "b");

        assertThat(resolved())
                .isEqualTo(
                        new Parameters(
                                null,
                                null,
                                null,
                                null,
                                null,
                                List.of(TimeUnit.DAYS, TimeUnit.HOURS),
                                List.of("a", "b")));
    }

    @Test
    void anErrorNamesAllInvalidParametersWithTheirValues() {
        request.addParameter("number", "x");
        request.addParameter("flag", "never");
        request.addParameter("units", "DAYS");
        request.addParameter("units", "AGES");

        assertThatThrownBy(this::resolved)
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith(
                        "number: expected a number, got 'x'; "
                                + "flag: expected true or false, got 'never'; "
                                + "units: expected one of [NANOSECONDS, ")
                .hasMessageEndingWith(", DAYS], got 'DAYS,AGES'");
    }
}
