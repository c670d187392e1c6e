// SPDX-License-Identifier: Apache-2.0
/** Simulated devices, for a first look at a service that has something to show. */
@NullMarked
package io.millrace.server.ops.demo;

import org.jspecify.annotations.NullMarked;
