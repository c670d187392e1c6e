// SPDX-License-Identifier: Apache-2.0
/** Wiring of the stores: their group commits, and the order in which they open and close. */
@NullMarked
package io.millrace.server.ops.storage;

import org.jspecify.annotations.NullMarked;
