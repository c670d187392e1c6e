// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes to packets: what stands before and beside Netty's codec, so that nothing malformed gets behind it.
 */
@NullMarked
package io.millrace.transport.mqtt.frame;

import org.jspecify.annotations.NullMarked;
