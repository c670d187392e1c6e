// SPDX-License-Identifier: Apache-2.0
/** Bounds the bytes of values that one read takes from the database: an answer is held in memory. */
@NullMarked
package io.millrace.server.store.answer;

import org.jspecify.annotations.NullMarked;
