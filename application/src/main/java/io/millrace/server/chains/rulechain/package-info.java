// SPDX-License-Identifier: Apache-2.0
/** Rule chains as they are stored: the table, its rows, and the event that a chain has changed. */
@NullMarked
package io.millrace.server.chains.rulechain;

import org.jspecify.annotations.NullMarked;
