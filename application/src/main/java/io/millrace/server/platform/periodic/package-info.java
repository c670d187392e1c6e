// SPDX-License-Identifier: Apache-2.0
/** Background work that an instance repeats at an interval. */
@NullMarked
package io.millrace.server.platform.periodic;

import org.jspecify.annotations.NullMarked;
