// SPDX-License-Identifier: Apache-2.0
/** The binary form of a message: protobuf, with the payload's bytes unchanged. */
@NullMarked
package io.millrace.message.codec;

import org.jspecify.annotations.NullMarked;
