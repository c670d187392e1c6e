// SPDX-License-Identifier: Apache-2.0
/** Nodes that add stored data of the originator and of related entities to a message. */
@NullMarked
package io.millrace.rule.node.enrichment;

import org.jspecify.annotations.NullMarked;
