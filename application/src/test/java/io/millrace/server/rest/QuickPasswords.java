// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * BCrypt at its least strength: the tests sign in hundreds of times. No component: only the service that names it shall
 * have it.
 */
class QuickPasswords {

    private static final int LEAST_STRENGTH = 4;

    @Bean
    @Primary
    PasswordEncoder quickPasswordEncoder() {
        return new BCryptPasswordEncoder(LEAST_STRENGTH);
    }
}
