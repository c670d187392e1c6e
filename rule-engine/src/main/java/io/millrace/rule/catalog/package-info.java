// SPDX-License-Identifier: Apache-2.0
/** The list of all node types, and how a node comes out of its type and its configuration. */
@NullMarked
package io.millrace.rule.catalog;

import org.jspecify.annotations.NullMarked;
