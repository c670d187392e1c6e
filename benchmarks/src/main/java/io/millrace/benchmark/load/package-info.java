// SPDX-License-Identifier: Apache-2.0
/**
 * A load generator for a running server: creates devices over REST, publishes at QoS 1, waits until all readings are
 * stored, compares the acknowledged readings with the stored ones, and prints rates, latencies and costs. It connects
 * only to this machine, and every run ends.
 */
@NullMarked
package io.millrace.benchmark.load;

import org.jspecify.annotations.NullMarked;
