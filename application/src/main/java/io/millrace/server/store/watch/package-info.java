// SPDX-License-Identifier: Apache-2.0
/** How the stores report stored values of the entities that clients watch. */
@NullMarked
package io.millrace.server.store.watch;

import org.jspecify.annotations.NullMarked;
