// SPDX-License-Identifier: Apache-2.0
/** REST calls that send a message through the rule chains and wait for a reply. */
@NullMarked
package io.millrace.server.chains.restcall;

import org.jspecify.annotations.NullMarked;
