// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of scripts, with the pool around them and without. */
@NullMarked
package io.millrace.benchmark.script;

import org.jspecify.annotations.NullMarked;
