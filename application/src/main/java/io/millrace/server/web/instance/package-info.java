// SPDX-License-Identifier: Apache-2.0
/** Calls that one instance of the cluster makes to another in its own name, below the path {@code /internal}. */
@NullMarked
package io.millrace.server.web.instance;

import org.jspecify.annotations.NullMarked;
