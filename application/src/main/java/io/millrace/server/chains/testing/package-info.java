// SPDX-License-Identifier: Apache-2.0
/** Test runs and test cases of rule chains, and trial runs of scripts. */
@NullMarked
package io.millrace.server.chains.testing;

import org.jspecify.annotations.NullMarked;
