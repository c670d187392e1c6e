// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the hot path. Each says in its first sentence what one operation is. */
@NullMarked
package io.millrace.benchmark;

import org.jspecify.annotations.NullMarked;
