// SPDX-License-Identifier: Apache-2.0
/** Simulated devices, which produce data for a first look at the service. */
@NullMarked
package io.millrace.server.ops.demo;

import org.jspecify.annotations.NullMarked;
