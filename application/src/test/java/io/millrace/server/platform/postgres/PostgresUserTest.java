// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PostgresUserTest {

    static Stream<Arguments> users() {
        return Stream.of(
                Arguments.of(new PostgresUser.Same(), "postgres -D data"),
                Arguments.of(new PostgresUser.Unshared(), "unshare --user -- postgres -D data"),
                Arguments.of(
                        new PostgresUser.Other(1000, 100),
                        "setpriv --reuid=1000 --regid=100 --clear-groups -- postgres -D data"));
    }

    @ParameterizedTest
    @MethodSource("users")
    void runsAProgramWithoutTheRightsOfRoot(PostgresUser user, String expected) {
        assertThat(user.command(List.of("postgres", "-D", "data")))
                .containsExactly(expected.split(" "));
    }
}
