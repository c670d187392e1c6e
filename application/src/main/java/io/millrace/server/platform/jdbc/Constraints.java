// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.dao.DataIntegrityViolationException;

/** Reads the name of a violated constraint, so that an error can name the field that caused it. */
public final class Constraints {

    private Constraints() {}

    /** The name of the constraint that was violated; empty if PostgreSQL does not report it. */
    public static String violatedBy(DataIntegrityViolationException violation) {
        if (violation.getRootCause() instanceof PSQLException refusal) {
            ServerErrorMessage message = refusal.getServerErrorMessage();
            String constraint = message == null ? null : message.getConstraint();
            return constraint == null ? "" : constraint;
        }
        return "";
    }
}
