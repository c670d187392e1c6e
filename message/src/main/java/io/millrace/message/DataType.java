// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

/** What the payload of a message is, as ThingsBoard tells them apart. The order is that of the wire. */
public enum DataType {
    JSON,
    TEXT,
    BINARY
}
