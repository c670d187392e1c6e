// SPDX-License-Identifier: Apache-2.0
/**
 * One command that measures Millrace and writes the tables and plots of {@code docs/performance.md}. It starts the
 * servers, the broker and everything else as processes on this machine, and stops them.
 */
@NullMarked
package io.millrace.benchmark.table;

import org.jspecify.annotations.NullMarked;
