// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

class SessionsTest {

    @Test
    void anUnknownAccountIsCheckedAgainstAHashOfTheEncodersOwnFormAndStrength() {
        PasswordEncoder encoder =
                new SecurityConfiguration().passwordEncoder(new SignInStatistics());

        assertThat(encoder.upgradeEncoding(Sessions.UNKNOWN_USER_HASH)).isFalse();
        assertThat(encoder.upgradeEncoding("$2a$09$" + ".".repeat(53))).isTrue();
    }
}
