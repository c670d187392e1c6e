// SPDX-License-Identifier: Apache-2.0
/** Operation of an instance: metrics, cluster wiring, installation, demo devices. */
@NullMarked
package io.millrace.server.ops;

import org.jspecify.annotations.NullMarked;
