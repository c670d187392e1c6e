// SPDX-License-Identifier: Apache-2.0
/** Dead letters over REST: listing, deletion and resending. */
@NullMarked
package io.millrace.server.runtime.deadletter;

import org.jspecify.annotations.NullMarked;
