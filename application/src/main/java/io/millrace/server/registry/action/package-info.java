// SPDX-License-Identifier: Apache-2.0
/** Tells the rule chains what people and programs do to entities over REST. */
@NullMarked
package io.millrace.server.registry.action;

import org.jspecify.annotations.NullMarked;
