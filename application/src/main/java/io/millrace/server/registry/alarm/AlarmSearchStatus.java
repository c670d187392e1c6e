// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

/** A part of the status of an alarm, by which lists are filtered. */
public enum AlarmSearchStatus {
    ANY,
    ACTIVE,
    CLEARED,
    ACK,
    UNACK
}
