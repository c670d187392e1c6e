// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the hot path. The first sentence of each describes one operation. */
@NullMarked
package io.millrace.benchmark;

import org.jspecify.annotations.NullMarked;
