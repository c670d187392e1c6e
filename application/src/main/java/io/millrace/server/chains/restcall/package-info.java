// SPDX-License-Identifier: Apache-2.0
/** REST calls that go through the rule chains, and wait there for an answer. */
@NullMarked
package io.millrace.server.chains.restcall;

import org.jspecify.annotations.NullMarked;
