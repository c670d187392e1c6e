// SPDX-License-Identifier: Apache-2.0
/** The service: {@code main}, and nothing else. Every feature has a package of its own below. */
@NullMarked
package io.millrace.server;

import org.jspecify.annotations.NullMarked;
