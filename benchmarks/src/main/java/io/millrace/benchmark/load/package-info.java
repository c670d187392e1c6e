// SPDX-License-Identifier: Apache-2.0
/**
 * A load generator for a running server: makes devices over REST, publishes at QoS 1, waits until everything is stored,
 * compares reading by reading what was acknowledged with what is stored, and prints rates, latencies and costs. It
 * talks to this machine only and ends by itself.
 */
@NullMarked
package io.millrace.benchmark.load;

import org.jspecify.annotations.NullMarked;
