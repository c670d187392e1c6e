// SPDX-License-Identifier: Apache-2.0
/** Where a message went, and why: the ways of the latest messages, kept in memory, and those of dead letters. */
@NullMarked
package io.millrace.server.runtime.path;

import org.jspecify.annotations.NullMarked;
