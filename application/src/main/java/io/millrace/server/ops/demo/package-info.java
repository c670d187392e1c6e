// SPDX-License-Identifier: Apache-2.0
/** Simulated thermostats with a sample rule chain, which produce data for a first look at the service. */
@NullMarked
package io.millrace.server.ops.demo;

import org.jspecify.annotations.NullMarked;
