// SPDX-License-Identifier: Apache-2.0
/**
 * The decisions on failures: what a parent decides about a child and how it carries that out. Internal: only for the
 * packages of this library.
 */
@NullMarked
package io.millrace.actor.internal.supervision;

import org.jspecify.annotations.NullMarked;
