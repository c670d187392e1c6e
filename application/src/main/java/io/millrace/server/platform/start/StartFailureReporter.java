// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.Optional;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says in one sentence on the error channel why the service does not start, where the operator can do something about it. Any other
 * failure is a fault of ours: Spring Boot logs it with its stack trace.
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
