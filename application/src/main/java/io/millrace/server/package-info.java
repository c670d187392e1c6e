// SPDX-License-Identifier: Apache-2.0
/** The main class of the service. Each feature has its own package below. */
@NullMarked
package io.millrace.server;

import org.jspecify.annotations.NullMarked;
