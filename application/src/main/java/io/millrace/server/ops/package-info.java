// SPDX-License-Identifier: Apache-2.0
/** Operation of an instance: metrics, cluster wiring, storage wiring, first start, simulated devices. */
@NullMarked
package io.millrace.server.ops;

import org.jspecify.annotations.NullMarked;
