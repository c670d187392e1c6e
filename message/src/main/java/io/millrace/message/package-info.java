// SPDX-License-Identifier: Apache-2.0
/** The message that flows through Millrace: an immutable value. What happens to it on its way is in {@code delivery}. */
@NullMarked
package io.millrace.message;

import org.jspecify.annotations.NullMarked;
