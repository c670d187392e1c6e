// SPDX-License-Identifier: Apache-2.0
/** Joins queue, rule engine and stores, and starts and stops them in order. */
@NullMarked
package io.millrace.server.runtime.engine;

import org.jspecify.annotations.NullMarked;
