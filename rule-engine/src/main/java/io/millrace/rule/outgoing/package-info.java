// SPDX-License-Identifier: Apache-2.0
/** Restricts where nodes may connect. Works with addresses and names, independently of protocols above TCP. */
@NullMarked
package io.millrace.rule.outgoing;

import org.jspecify.annotations.NullMarked;
