// SPDX-License-Identifier: Apache-2.0
/** Descriptors of node types for rule chain editors. */
@NullMarked
package io.millrace.server.chains.component;

import org.jspecify.annotations.NullMarked;
