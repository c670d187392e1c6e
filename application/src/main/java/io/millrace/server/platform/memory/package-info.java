// SPDX-License-Identifier: Apache-2.0
/** The memory of the process. */
@NullMarked
package io.millrace.server.platform.memory;

import org.jspecify.annotations.NullMarked;
