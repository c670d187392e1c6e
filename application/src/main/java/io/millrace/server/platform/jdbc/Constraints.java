// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.dao.DataIntegrityViolationException;

/** Tells the constraints of the schema apart, so that a refusal can name the field that caused it. */
public final class Constraints {

    private Constraints() {}

    /** The name of the constraint that was violated; empty where PostgreSQL does not say. */
    public static String violatedBy(DataIntegrityViolationException violation) {
        if (violation.getRootCause() instanceof PSQLException refusal) {
            ServerErrorMessage message = refusal.getServerErrorMessage();
            String constraint = message == null ? null : message.getConstraint();
            return constraint == null ? "" : constraint;
        }
        return "";
    }
}
