// SPDX-License-Identifier: Apache-2.0
/**
 * The message that flows through Millrace, an immutable value. The package {@code delivery} describes its processing.
 */
@NullMarked
package io.millrace.message;

import org.jspecify.annotations.NullMarked;
