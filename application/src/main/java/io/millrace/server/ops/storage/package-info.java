// SPDX-License-Identifier: Apache-2.0
/** Puts the storage together: who writes through which group commit, and in which order things open and close. */
@NullMarked
package io.millrace.server.ops.storage;

import org.jspecify.annotations.NullMarked;
