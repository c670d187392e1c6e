// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a rule node without the engine, over ports that keep everything in memory. For the tests of those who write nodes;
 * needs no test framework and no library of assertions.
 */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
