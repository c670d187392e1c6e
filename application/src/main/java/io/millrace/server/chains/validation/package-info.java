// SPDX-License-Identifier: Apache-2.0
/** Validation of rule chains: all faults of a graph at once, each with its node and field. */
@NullMarked
package io.millrace.server.chains.validation;

import org.jspecify.annotations.NullMarked;
