// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.Optional;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Prints one sentence to standard error if the start failed for a reason that the operator can remove. Any other
 * failure is a bug: Spring Boot logs it with its stack trace.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailureReporter implements SpringBootExceptionReporter {

    @Override
    public boolean reportException(Throwable failure) {
        Optional<String> sentence = StartFailure.sentence(failure);
        sentence.ifPresent(System.err::println);
        return sentence.isPresent();
    }
}
