// SPDX-License-Identifier: Apache-2.0
/** Connections from nodes to other systems. */
@NullMarked
package io.millrace.server.runtime.outgoing;

import org.jspecify.annotations.NullMarked;
