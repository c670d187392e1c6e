// SPDX-License-Identifier: Apache-2.0
/** Where nodes may connect to. Knows addresses and names, and no protocol above TCP. */
@NullMarked
package io.millrace.rule.outgoing;

import org.jspecify.annotations.NullMarked;
