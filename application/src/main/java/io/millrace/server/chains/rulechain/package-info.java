// SPDX-License-Identifier: Apache-2.0
/** Stored rule chains: the table, its rows, and the event of a change. */
@NullMarked
package io.millrace.server.chains.rulechain;

import org.jspecify.annotations.NullMarked;
