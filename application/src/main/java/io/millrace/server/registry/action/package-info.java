// SPDX-License-Identifier: Apache-2.0
/** Sends messages to the rule chains about changes of entities over REST. */
@NullMarked
package io.millrace.server.registry.action;

import org.jspecify.annotations.NullMarked;
