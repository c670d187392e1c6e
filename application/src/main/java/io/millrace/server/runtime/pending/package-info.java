// SPDX-License-Identifier: Apache-2.0
/** Messages that wait in a node until they are due. */
@NullMarked
package io.millrace.server.runtime.pending;

import org.jspecify.annotations.NullMarked;
