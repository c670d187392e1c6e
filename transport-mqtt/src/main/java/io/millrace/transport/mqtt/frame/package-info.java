// SPDX-License-Identifier: Apache-2.0
/** From bytes to packets: the checks around Netty's codec, which let nothing malformed pass. */
@NullMarked
package io.millrace.transport.mqtt.frame;

import org.jspecify.annotations.NullMarked;
