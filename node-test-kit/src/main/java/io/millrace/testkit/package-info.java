// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a rule node without the engine, over ports that keep everything in memory. For tests of nodes; requires no test
 * framework and no assertion library.
 */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
