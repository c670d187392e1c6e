// SPDX-License-Identifier: Apache-2.0
/** The states of alarm rules: how often and for how long their conditions have held for each device. */
@NullMarked
package io.millrace.server.store.rulestate;

import org.jspecify.annotations.NullMarked;
