// SPDX-License-Identifier: Apache-2.0
/**
 * Test runs of a chain, without effects: the engine, the nodes and the stores that they read are the real ones; writes,
 * messages and calls of the nodes are recorded only.
 */
@NullMarked
package io.millrace.rule.testrun;

import org.jspecify.annotations.NullMarked;
