// SPDX-License-Identifier: Apache-2.0
/** Lookups of entities that are related to a message's originator, for nodes of several groups. */
@NullMarked
package io.millrace.rule.node.related;

import org.jspecify.annotations.NullMarked;
