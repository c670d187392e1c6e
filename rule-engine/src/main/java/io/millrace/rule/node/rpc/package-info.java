// SPDX-License-Identifier: Apache-2.0
/** Nodes that send RPC requests to devices, and that answer those of devices. */
@NullMarked
package io.millrace.rule.node.rpc;

import org.jspecify.annotations.NullMarked;
