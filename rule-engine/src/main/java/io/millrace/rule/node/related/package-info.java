// SPDX-License-Identifier: Apache-2.0
/** Ways from a message's originator to other entities, for nodes of several groups. */
@NullMarked
package io.millrace.rule.node.related;

import org.jspecify.annotations.NullMarked;
