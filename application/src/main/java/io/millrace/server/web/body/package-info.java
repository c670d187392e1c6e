// SPDX-License-Identifier: Apache-2.0
/** Reads the bodies of requests: limits of size, of memory for all of them together, and of time. */
@NullMarked
package io.millrace.server.web.body;

import org.jspecify.annotations.NullMarked;
