// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

/** The kind of a message's payload, as in ThingsBoard. The order is that of the wire format. */
public enum DataType {
    JSON,
    TEXT,
    BINARY
}
