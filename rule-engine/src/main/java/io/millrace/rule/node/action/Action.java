// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

/** The actions that a save node may take with the values of a message. */
enum Action {
    TIMESERIES("timeseries"),
    LATEST("latest"),
    ATTRIBUTES("attributes"),
    WEB_SOCKETS("webSockets"),
    CALCULATED_FIELDS("calculatedFields");

    private final String field;

    Action(String field) {
        this.field = field;
    }

    /** The field of the advanced settings that contains the action's strategy. */
    String field() {
        return field;
    }
}
