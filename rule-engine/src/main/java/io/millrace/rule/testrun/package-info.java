// SPDX-License-Identifier: Apache-2.0
/**
 * Runs of a chain that do nothing: the engine, the nodes and the stores that they read are the real ones, and what nodes would
 * write, send or call is recorded.
 */
@NullMarked
package io.millrace.rule.testrun;

import org.jspecify.annotations.NullMarked;
