// SPDX-License-Identifier: Apache-2.0
/** Versions of rule chains: stored graphs with author and comment, and the comparison of two versions. */
@NullMarked
package io.millrace.server.chains.version;

import org.jspecify.annotations.NullMarked;
