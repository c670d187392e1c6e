// SPDX-License-Identifier: Apache-2.0
/** The unanswered questions of a system. Internal: only for the packages of this library. */
@NullMarked
package io.millrace.actor.internal.ask;

import org.jspecify.annotations.NullMarked;
