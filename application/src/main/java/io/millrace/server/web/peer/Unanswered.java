// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

/**
 * An instance whose answer is missing, as REST shows it.
 *
 * @param instance name of the instance
 * @param reason why, as text for people
 */
public record Unanswered(String instance, String reason) {

    @Override
    public String toString() {
        return instance + " (" + reason + ")";
    }
}
