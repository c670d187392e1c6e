// SPDX-License-Identifier: Apache-2.0
/**
 * RPC requests to devices: over REST, from rule chains, in memory until a device connects, and persistent ones with their
 * states.
 */
@NullMarked
package io.millrace.server.runtime.rpc;

import org.jspecify.annotations.NullMarked;
