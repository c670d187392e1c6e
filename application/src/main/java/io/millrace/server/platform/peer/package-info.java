// SPDX-License-Identifier: Apache-2.0
/** The instances of a cluster: each announces itself in the table {@code instance} and finds the others there. */
@NullMarked
package io.millrace.server.platform.peer;

import org.jspecify.annotations.NullMarked;
