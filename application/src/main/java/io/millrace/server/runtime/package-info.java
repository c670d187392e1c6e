// SPDX-License-Identifier: Apache-2.0
/** Joins queue, rule engine, device transport and stores. */
@NullMarked
package io.millrace.server.runtime;

import org.jspecify.annotations.NullMarked;
