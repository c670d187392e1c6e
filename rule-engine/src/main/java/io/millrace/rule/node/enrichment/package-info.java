// SPDX-License-Identifier: Apache-2.0
/** Nodes that add to a message what Millrace knows of its originator and of the entities around that. */
@NullMarked
package io.millrace.rule.node.enrichment;

import org.jspecify.annotations.NullMarked;
