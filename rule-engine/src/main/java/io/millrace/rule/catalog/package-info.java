// SPDX-License-Identifier: Apache-2.0
/** The catalogue of all node types, and the creation of nodes from type and configuration. */
@NullMarked
package io.millrace.rule.catalog;

import org.jspecify.annotations.NullMarked;
