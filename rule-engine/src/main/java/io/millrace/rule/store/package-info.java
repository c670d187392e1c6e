// SPDX-License-Identifier: Apache-2.0
/** The stores and services that nodes and the engine use, as narrow interfaces. The application implements them. */
@NullMarked
package io.millrace.rule.store;

import org.jspecify.annotations.NullMarked;
