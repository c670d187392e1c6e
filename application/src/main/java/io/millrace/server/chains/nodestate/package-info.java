// SPDX-License-Identifier: Apache-2.0
/** States and live figures of the nodes of running rule chains, over all instances. */
@NullMarked
package io.millrace.server.chains.nodestate;

import org.jspecify.annotations.NullMarked;
