// SPDX-License-Identifier: Apache-2.0
/** The actor library against Apache Pekko. Start at {@link io.millrace.benchmark.actor.ActorComparison}. */
@NullMarked
package io.millrace.benchmark.actor;

import org.jspecify.annotations.NullMarked;
