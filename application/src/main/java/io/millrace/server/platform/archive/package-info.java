// SPDX-License-Identifier: Apache-2.0
/** Archives of the jar that are unpacked into the data directory. */
@NullMarked
package io.millrace.server.platform.archive;

import org.jspecify.annotations.NullMarked;
