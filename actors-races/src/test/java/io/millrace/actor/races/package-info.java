// SPDX-License-Identifier: Apache-2.0
/** Runs the races of the tests of {@code actors}. */
@NullMarked
package io.millrace.actor.races;

import org.jspecify.annotations.NullMarked;
